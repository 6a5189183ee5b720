import { otherSide, type Side, sides } from "../../converter/side.ts";
import { keysIn } from "../language/key-path.ts";
import { eachItem, eachValue, pathText } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import { type SchemaNode, valueNode } from "../language/schema-node.ts";
import { compareCarried, noteCarried } from "../ops/analysis/carried.ts";
import { quotedPath, report } from "../ops/analysis/fault-texts.ts";
import { worse } from "../ops/analysis/findings.ts";
import { reportSoftKeys, reportUnknownKeys } from "../ops/analysis/key-reports.ts";
import type { Narrowing } from "../ops/analysis/narrowings.ts";
import {
  type AnalysisContext,
  itemSpot,
  type Site,
  type Spot,
  siteBelow,
  spotAt,
  valueSpot,
} from "../ops/analysis/site.ts";
import { opOf } from "../ops/registry.ts";
import type { RuleScope, ScopeRule } from "../place/scoped-lens.ts";
import { wholeSideIn, wholeSideOf } from "../place/whole-value.ts";
import { type LensWalk, lensWalk, type NamedPair } from "./lens-walk.ts";

/** An inner lens on the items of a list: each, and what was made for `[*]` in paths. */
export function walkItems(walk: LensWalk, inner: RuleScope, rule: ScopeRule, at: Site): void {
  if (reportNoList(walk, at, "list")) return;
  reportWhere(walk, rule, at, itemsSite(at));
  const keys = keysOf(rule);
  const whole = wholeSideIn(inner);
  const named = sides.filter((side) => side !== whole);
  for (const side of named) reportUnknownKeys(walk, at, side, keys ?? []);
  const isSame = whole !== undefined && isSetByKey(at, inner, whole);
  if (compareCarried(walk, at, isSame ? isAboutUnique : undefined)) noteRenamed(walk, at);
  const before = walk.findings.inexact;
  walk.walks.scope(walk, inner, itemsSite(at));
  const isKept = walk.findings.inexact > before;
  if (!isKept) return;
  if (keys !== undefined) {
    for (const side of named) reportSoftKeys(walk, at, side, { keys, outcome: softOutcome });
    return;
  }
  // Below anything that is free there is no path to name.
  const [side] = sides.filter(
    (each) =>
      at[each].node !== "free" &&
      isAtomic(at[each].node) &&
      !(each === whole && hasScalars(at[each])),
  );
  if (side !== undefined) reportKeyless(walk, at, side);
}

const softOutcome = "what is kept for such an item is found by how it looks";

/** True for a list of scalars: nothing is preserved for a part of one. */
function hasScalars(list: Spot): boolean {
  const { node } = itemSpot(list);
  return typeof node !== "string" && ["string", "integer", "number", "boolean"].includes(node.type);
}

/** True for a set of values that are, on the other side, what the items of a list are told apart by. */
function isSetByKey(at: Site, { rules }: RuleScope, whole: Side): boolean {
  const [values, maps] = [at[whole].node, at[otherSide(whole)].node];
  if (typeof values === "string" || typeof maps === "string") return false;
  const { listMapKeys: [key, ...others] = [] } = maps.x;
  const isKey = rules.some((rule) => {
    const [member, ...below] = rule[otherSide(whole)][0] ?? [];
    return wholeSideOf(rule) === whole && member === key && below.length === 0;
  });
  return values.x.listType === "set" && key !== undefined && others.length === 0 && isKey;
}

function isAboutUnique(narrowing: Narrowing): boolean {
  return narrowing.type === "constraint" && narrowing.constraint.keyword === "unique";
}

/** The items of a site's two lists. */
export function itemsSite(at: Site): Site {
  const isWhole = at.isWhole || sides.some((side) => isAtomic(at[side].node));
  return { ...siteBelow(at, itemSpot(at.from), itemSpot(at.to)), isWhole };
}

/** Which items or values are converted: that of others is preserved, and what is tested must exist (E103). */
function reportWhere(walk: LensWalk, { data }: ScopeRule, at: Site, parts: Site): void {
  if (data?.op !== "each") return;
  for (const side of sides) {
    const where = data.where?.[side];
    if (where === undefined) continue;
    for (const text of Object.keys(where)) reportTested(walk, data, side, { text, parts });
    const verdict = worse("preserved", at.floor[side]);
    const to = [at[otherSide(side)].path];
    walk.findings.note({ side, verdict, path: at[side].path, to, rule: data });
  }
}

function reportTested(
  walk: LensWalk,
  rule: RuleData,
  side: Side,
  { text, parts }: { readonly text: string; readonly parts: Site },
): void {
  const path = keysIn(text);
  const spot = path && spotAt(parts, side, path);
  if (spot !== undefined && spot.node !== "none") return;
  const missing = spot && `no ${quotedPath(spot.path)} in ${walk.versions[side]}`;
  report(walk, {
    code: "E103",
    path: parts[side].path,
    text: missing ?? `\`${text}\` is not a path of keys`,
    rule,
  });
}

/** An inner lens on the values of a map. */
export function walkValues(walk: LensWalk, inner: RuleScope, rule: ScopeRule, at: Site): void {
  if (reportNoList(walk, at, "map")) return;
  const values = siteBelow(at, valueSpot(at.from), valueSpot(at.to));
  reportWhere(walk, rule, at, values);
  if (compareCarried(walk, at)) noteRenamed(walk, at);
  walk.walks.scope(walk, inner, values);
}

/** A container at another path is a matter of its own: an empty one moves too. */
export function noteRenamed(walk: AnalysisContext, at: Site): void {
  if (pathText(at.from.path) !== pathText(at.to.path)) noteCarried(walk, at);
}

function isAtomic(node: SchemaNode): boolean {
  return typeof node === "string" || node.x.listType !== "map";
}

/** The members that tell items apart, as the rule says or its op means. */
function keysOf({ data }: ScopeRule): readonly string[] | undefined {
  const op = data && opOf(data);
  return data !== undefined && op?.kind === "container" ? op.keys?.(data) : undefined;
}

/** E110: what is not a list, or not a map, has no items. What is the other of both only needs another path. */
function reportNoList(walk: AnalysisContext, at: Site, wanted: "list" | "map"): boolean {
  const bad = sides.filter((side) => !isWanted(at[side].node, wanted));
  for (const side of bad) {
    const { path } = at[side];
    report(walk, {
      code: "E110",
      path,
      text: `each over ${quotedPath(path)}, which is not a ${wanted} in ${walk.versions[side]}${otherPath(at[side], wanted)}`,
      rule: at.via,
    });
  }
  return bad.length > 0;
}

/** What to write where a list is taken for a map, or a map for a list. */
function otherPath({ path, node }: Spot, wanted: "list" | "map"): string {
  const other = wanted === "list" ? "map" : "list";
  if (typeof node === "string" || !isWanted(node, other)) return "";
  const parts = other === "map" ? "values" : "items";
  const step = other === "map" ? eachValue : eachItem;
  return `. For the ${parts} of the ${other} write ${quotedPath([...path, step])}`;
}

function isWanted(node: SchemaNode, wanted: "list" | "map"): boolean {
  if (typeof node === "string") return node === "free";
  if (node.type === "") return node.x.preserveUnknownFields;
  return wanted === "list"
    ? node.type === "array"
    : node.type === "object" && valueNode(node) !== "none";
}

function reportKeyless(walk: AnalysisContext, at: Site, side: Side): void {
  const { path } = at[side];
  report(walk, {
    code: "E117",
    path,
    text: `${quotedPath(path)} has no key: what is kept for an item may be forgotten when items are edited and moved together. Name a key`,
    rule: at.via,
  });
}

/** A named lens where it is used; the same pair of schemas on the way down says nothing new. */
export function walkNamed(walk: LensWalk, name: string, at: Site): void {
  const scope = walk.lens.named.get(name);
  if (scope === undefined) return;
  const pair = { name, from: at.from.node, to: at.to.node };
  if (walk.open.some((other) => isSame(pair, other))) return;
  walk.walks.scope(lensWalk({ ...walk, open: [...walk.open, pair] }), scope, at);
}

function isSame(one: NamedPair, other: NamedPair): boolean {
  return one.name === other.name && one.from === other.from && one.to === other.to;
}
