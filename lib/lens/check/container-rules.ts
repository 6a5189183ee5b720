import { otherSide, type Side, sides } from "../../converter/side.ts";
import { parseKeyPath } from "../language/key-path.ts";
import { eachItem, eachValue, pathText } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import { type SchemaNode, valueNode } from "../language/schema-node.ts";
import type { AnalysisContext } from "../ops/analysis/analysis-context.ts";
import { compareCarried, noteCarried } from "../ops/analysis/carried.ts";
import { quotedPath, reportFault } from "../ops/analysis/fault-texts.ts";
import { strongerOutcome } from "../ops/analysis/findings.ts";
import { reportOptionalKeys, reportUnknownKeys } from "../ops/analysis/key-reports.ts";
import type { Narrowing } from "../ops/analysis/narrowings.ts";
import {
  itemSchemaPlace,
  type PlacePair,
  pairBelow,
  placeAt,
  type SchemaPlace,
  valueSchemaPlace,
} from "../ops/analysis/place-pair.ts";
import { opOf } from "../ops/registry.ts";
import type { RuleScope, ScopeRule } from "../place/scoped-lens.ts";
import { wholeValueSideIn, wholeValueSideOf } from "../place/whole-value.ts";
import { type LensWalk, lensWalk, type NamedPair } from "./lens-walk.ts";

/** Checks inner rules for the items of a list: those of `each`, and those with `[*]` in their paths. */
export function walkItems(
  walk: LensWalk,
  inner: RuleScope,
  rule: ScopeRule,
  pair: PlacePair,
): void {
  if (reportNoList(walk, pair, "list")) return;
  reportWhere(walk, rule, pair, itemsPair(pair));
  const keys = itemKeys(rule);
  const whole = wholeValueSideIn(inner);
  const named = sides.filter((side) => side !== whole);
  for (const side of named) reportUnknownKeys(walk, pair, side, keys ?? []);
  const isSame = whole !== undefined && isSetByKey(pair, inner, whole);
  if (compareCarried(walk, pair, isSame ? isAboutUnique : undefined))
    noteMovedContainer(walk, pair);
  const before = walk.findings.inexact;
  walk.walks.scope(walk, inner, itemsPair(pair));
  const hasPreserved = walk.findings.inexact > before;
  if (!hasPreserved) return;
  if (keys !== undefined) {
    for (const side of named)
      reportOptionalKeys(walk, pair, side, { keys, consequence: softConsequence });
    return;
  }
  // A list for which a version allows any JSON (`free`) is not reported.
  const [side] = sides.filter(
    (each) =>
      pair[each].node !== "free" &&
      isAtomic(pair[each].node) &&
      !(each === whole && hasScalars(pair[each])),
  );
  if (side !== undefined) reportKeyless(walk, pair, side);
}

const softConsequence = "values preserved for such an item are found by the item's content";

/** True for a list of scalars, which have no parts to preserve values for. */
function hasScalars(list: SchemaPlace): boolean {
  const { node } = itemSchemaPlace(list);
  return typeof node !== "string" && ["string", "integer", "number", "boolean"].includes(node.type);
}

/** True if one version has a set of scalars, and the other a list whose items have these scalars as their keys. */
function isSetByKey(pair: PlacePair, { rules }: RuleScope, whole: Side): boolean {
  const [values, maps] = [pair[whole].node, pair[otherSide(whole)].node];
  if (typeof values === "string" || typeof maps === "string") return false;
  const { listMapKeys: [key, ...others] = [] } = maps.x;
  const isKey = rules.some((rule) => {
    const [member, ...below] = rule[otherSide(whole)][0] ?? [];
    return wholeValueSideOf(rule) === whole && member === key && below.length === 0;
  });
  return values.x.listType === "set" && key !== undefined && others.length === 0 && isKey;
}

function isAboutUnique(narrowing: Narrowing): boolean {
  return narrowing.type === "constraint" && narrowing.constraint.keyword === "unique";
}

/** The pair of places that the items of two corresponding lists have. */
export function itemsPair(pair: PlacePair): PlacePair {
  const isWhole = pair.isWhole || sides.some((side) => isAtomic(pair[side].node));
  return { ...pairBelow(pair, itemSchemaPlace(pair.from), itemSchemaPlace(pair.to)), isWhole };
}

/**
 * Notes that the items and values that `where` leaves out are preserved. Reports E103 for a test of a member that does not exist.
 */
function reportWhere(walk: LensWalk, { data }: ScopeRule, pair: PlacePair, parts: PlacePair): void {
  if (data?.op !== "each") return;
  for (const side of sides) {
    const where = data.where?.[side];
    if (where === undefined) continue;
    for (const text of Object.keys(where)) reportTested(walk, data, side, { text, parts });
    const outcome = strongerOutcome("preserved", pair.weakestOutcome[side]);
    const to = [pair[otherSide(side)].path];
    walk.findings.note({ side, outcome, path: pair[side].path, to, rule: data });
  }
}

function reportTested(
  walk: LensWalk,
  rule: RuleData,
  side: Side,
  { text, parts }: { readonly text: string; readonly parts: PlacePair },
): void {
  const path = parseKeyPath(text);
  const place = path && placeAt(parts, side, path);
  if (place !== undefined && place.node !== "none") return;
  const missing = place && `no ${quotedPath(place.path)} in ${walk.versions[side]}`;
  reportFault(walk, {
    code: "E103",
    path: parts[side].path,
    text: missing ?? `\`${text}\` is not a path of keys`,
    rule,
  });
}

/** Checks inner rules for the values of a map. */
export function walkValues(
  walk: LensWalk,
  inner: RuleScope,
  rule: ScopeRule,
  pair: PlacePair,
): void {
  if (reportNoList(walk, pair, "map")) return;
  const values = pairBelow(pair, valueSchemaPlace(pair.from), valueSchemaPlace(pair.to));
  reportWhere(walk, rule, pair, values);
  if (compareCarried(walk, pair)) noteMovedContainer(walk, pair);
  walk.walks.scope(walk, inner, values);
}

/** Notes that a rule moves a container, if its two paths differ: an empty container moves, too. */
export function noteMovedContainer(walk: AnalysisContext, pair: PlacePair): void {
  if (pathText(pair.from.path) !== pathText(pair.to.path)) noteCarried(walk, pair);
}

function isAtomic(node: SchemaNode): boolean {
  return typeof node === "string" || node.x.listType !== "map";
}

/** The members that identify items: those that the rule names, else those that its op implies; undefined without any. */
function itemKeys({ data }: ScopeRule): readonly string[] | undefined {
  const op = data && opOf(data);
  return data !== undefined && op?.kind === "container" ? op.keys?.(data) : undefined;
}

/** Reports E110 if the rule needs a list or a map and the schema has no such container. True if it reported a fault. */
function reportNoList(walk: AnalysisContext, pair: PlacePair, wanted: "list" | "map"): boolean {
  const bad = sides.filter((side) => !isWanted(pair[side].node, wanted));
  for (const side of bad) {
    const { path } = pair[side];
    reportFault(walk, {
      code: "E110",
      path,
      text: `each over ${quotedPath(path)}, which is not a ${wanted} in ${walk.versions[side]}${otherContainerHint(pair[side], wanted)}`,
      rule: pair.via,
    });
  }
  return bad.length > 0;
}

/** The end of the E110 message if the schema has a map where a list is wanted, or a list for a map: how to write its path. */
function otherContainerHint({ path, node }: SchemaPlace, wanted: "list" | "map"): string {
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

function reportKeyless(walk: AnalysisContext, pair: PlacePair, side: Side): void {
  const { path } = pair[side];
  reportFault(walk, {
    code: "E117",
    path,
    text: `${quotedPath(path)} has no key: values preserved for its items may be lost when items are edited and moved at the same time. Set key`,
    rule: pair.via,
  });
}

/**
 * Checks a named lens where a rule includes it. Stops if the lens is being checked already for the same pair of schemas, as in a
 * lens that includes itself.
 */
export function walkNamedLens(walk: LensWalk, name: string, pair: PlacePair): void {
  const scope = walk.lens.named.get(name);
  if (scope === undefined) return;
  const schemas = { name, from: pair.from.node, to: pair.to.node };
  if (walk.open.some((other) => isSamePair(schemas, other))) return;
  walk.walks.scope(lensWalk({ ...walk, open: [...walk.open, schemas] }), scope, pair);
}

function isSamePair(one: NamedPair, other: NamedPair): boolean {
  return one.name === other.name && one.from === other.from && one.to === other.to;
}
