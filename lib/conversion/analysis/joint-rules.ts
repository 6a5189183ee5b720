import { sourceRule } from "../lens/first-source.ts";
import { parseTemplate, templateAmbiguity } from "../lens/ops/template.ts";
import { isInverted } from "../lens/orientation.ts";
import { type KeyPath, parsePath } from "../lens/path.ts";
import { otherSide, type Side, sides } from "../lens/placed.ts";
import type {
  EntryRule,
  FirstOp,
  FirstRule,
  FirstSource,
  HookRule,
  PartitionRule,
  RuleData,
  SplitRule,
  VariantRule,
} from "../lens/rule.ts";
import { type Scope, type ScopeRule, scopeRules } from "../lens/scope.ts";
import type { Verdict } from "./analysis.ts";
import { reportNarrowing, reportTypes } from "./carried.ts";
import { quoted, report, valueText } from "./fault-texts.ts";
import { Findings } from "./findings.ts";
import { noteTree } from "./leaves.ts";
import { walkListOp } from "./list-rules.ts";
import { narrowings } from "./narrowings.ts";
import { reportFill } from "./one-sided-rules.ts";
import { walkScalarOp } from "./scalar-rules.ts";
import {
  itemSpot,
  memberSpot,
  type OpPlace,
  type Site,
  type Spot,
  siteBelow,
  spotAt,
  stringNode,
  type Walk,
} from "./site.ts";
import { type Shortfall, shortfalls } from "./subsumption.ts";
import { typeText } from "./type-text.ts";
import { misfit } from "./value-fit.ts";

/** Walks the rules of a scope without what is left to identity. */
export type RulesWalk = (walk: Walk, scope: Scope, site: Site) => void;

/** The ops on several paths; false for all others. */
export function walkJoint(
  walk: Walk,
  rule: ScopeRule,
  data: RuleData,
  place: OpPlace,
  walkRules: RulesWalk,
): boolean {
  switch (data.op) {
    case "first":
      walkFirst(walk, data, place);
      return true;
    case "partition":
      walkPartition(walk, data, place);
      return true;
    case "split":
      walkSplit(walk, data, place);
      return true;
    case "entry":
      walkEntry(walk, data, place);
      return true;
    case "variant":
      walkVariant({ walk, rule, data, place, walkRules });
      return true;
    case "hook":
      walkHook(walk, rule, data, place);
      return true;
    default:
      return false;
  }
}

/** Notes what becomes of all places of a side. */
function noteSide(walk: Walk, { spots, at }: OpPlace, side: Side, verdict: Verdict): void {
  const to = spots[otherSide(side)].map(({ path }) => path);
  for (const spot of spots[side]) noteTree(walk, spot, { side, verdict, to, rule: at.via });
}

/** What one place refuses or prunes of what another gives, as faults of the side that takes. */
function reportShortfalls(walk: Walk, at: Site, taker: Side): void {
  const giver = otherSide(taker);
  for (const shortfall of shortfalls(at[giver].node, at[taker].node)) {
    reportShortfall(walk, at, taker, shortfall);
  }
}

function reportShortfall(walk: Walk, at: Site, taker: Side, { path, what }: Shortfall): void {
  const giver = otherSide(taker);
  const below = (side: Side): Spot => path.reduce(stepSpot, at[side]);
  const site = siteBelow(at, below("from"), below("to"));
  const place = quoted(site[taker].path);
  switch (what.type) {
    case "type":
      reportTypes(walk, site);
      return;
    case "required": {
      const text = `${walk.versions[taker]} requires ${place}, and nothing surely fills it. Try a hook`;
      report(walk, { code: "E104", path: site[taker].path, text, rule: at.via });
      return;
    }
    case "undeclared": {
      const only = quoted(site[giver].path);
      const text = `${only} exists only in ${walk.versions[giver]} and nothing says what becomes of it. Try a hook, or an op with rules`;
      report(walk, { code: "E101", path: site[giver].path, text, rule: at.via });
      return;
    }
    default:
      reportNarrowing(walk, site, taker, what);
  }
}

function stepSpot(spot: Spot, step: Shortfall["path"][number]): Spot {
  if (typeof step === "string") return memberSpot(spot, step);
  const isList = typeof spot.node !== "string" && spot.node.items !== undefined;
  return isList ? itemSpot(spot) : { path: [...spot.path, step], node: anyValueOf(spot) };
}

function anyValueOf({ node }: Spot): Spot["node"] {
  if (typeof node === "string") return node;
  return typeof node.additionalProperties === "object" ? node.additionalProperties : "free";
}

/** Ops whose image comes back as it is. */
const exactBack: ReadonlySet<string> = new Set(["wrap", "not", "convert", "duration", "quantity"]);

function walkFirst(walk: Walk, data: FirstRule, place: OpPlace): void {
  const many: Side = Array.isArray(data.from) ? "from" : "to";
  const one = otherSide(many);
  const sources = sourcesOf(data[many]);
  const isExact = sources.every((source) => typeof source === "string" || exactBack.has(source.op));
  noteSide(walk, place, many, "kept");
  noteSide(walk, place, one, isExact ? "changed" : "kept");
  for (const [index, source] of sources.entries()) {
    const spot = place.spots[many][index];
    if (spot === undefined) continue;
    const at: Site = { ...place.at, [many]: spot };
    const isHome = index === (data.home ?? 0);
    if (typeof source !== "string") walkSourceOp(walk, source, { ...place, at }, isHome);
    else {
      reportShortfalls(walk, at, one);
      if (isHome) reportShortfalls(walk, at, many);
    }
  }
}

function sourcesOf(named: string | readonly FirstSource[]): readonly FirstSource[] {
  return typeof named === "string" ? [named] : named;
}

/** A source's own op: all that is wrong with it where values go back to it, else what is wrong with its types. */
function walkSourceOp(walk: Walk, source: FirstOp, place: OpPlace, isHome: boolean): void {
  const data = sourceRule(source);
  const findings = new Findings();
  const aside: Walk = { ...walk, findings };
  if (!walkScalarOp(aside, data, place)) walkListOp(aside, data, place);
  for (const fault of findings.faults) {
    if (isHome || fault.code === "E103" || fault.code === "E105") walk.findings.fault(fault);
  }
}

function walkPartition(walk: Walk, _data: PartitionRule, place: OpPlace): void {
  for (const side of sides) noteSide(walk, place, side, "kept");
  for (const from of place.spots.from) {
    for (const to of place.spots.to) {
      const at = { ...place.at, from, to };
      for (const side of sides) reportShortfalls(walk, at, side);
    }
  }
}

function walkSplit(walk: Walk, data: SplitRule, place: OpPlace): void {
  const { spots, at } = place;
  const whole: Side = typeof data.from === "string" ? "from" : "to";
  const named = data[otherSide(whole)];
  const parts = typeof named === "string" ? [] : Object.keys(named);
  noteSide(walk, place, whole, data.fail === undefined ? "kept" : "changed");
  noteSide(walk, place, otherSide(whole), "kept");
  for (const side of sides) {
    for (const spot of spots[side]) reportNoString(walk, { ...at, [side]: spot }, side);
  }
  const template = parseTemplate(data.template);
  const [path = []] = spots[whole].map((spot) => spot.path);
  const lacking = template?.names.filter((name) => !parts.includes(name)) ?? [];
  if (template === undefined || lacking.length > 0) {
    const reason =
      template === undefined
        ? "it is no template"
        : `it names ${lacking.join(", ")}, which has no path`;
    const text = `template ${quoted(data.template)} does not fit ${quoted(path)}: ${reason}`;
    report(walk, { code: "E119", path, text, rule: data });
    return;
  }
  const nodes = new Map(parts.map((name, index) => [name, spots[otherSide(whole)][index]?.node]));
  const allows = (name: string) => (text: string) =>
    misfit(nodes.get(name) ?? "free", text) === undefined;
  const found = templateAmbiguity(
    template,
    Object.fromEntries(parts.map((name) => [name, allows(name)])),
  );
  if (found === undefined) return;
  const list = (texts: readonly string[]): string =>
    texts.map((text, index) => `${template.names[index]} ${valueText(text)}`).join(", ");
  const text = `template ${quoted(data.template)} is ambiguous for the values that its parts allow: ${list(found.parts)} would be read as ${list(found.read)}`;
  report(walk, { code: "E125", path, text, rule: data });
}

/** E105 and E107, for a part of a text or the text itself. */
function reportNoString(walk: Walk, at: Site, side: Side): void {
  const { path, node } = at[side];
  for (const what of narrowings(stringNode, node)) {
    if (what.type !== "type") reportNarrowing(walk, at, side, what);
    else {
      const text = `${quoted(path)} is ${typeText(node)} in ${walk.versions[side]}, and split needs string there`;
      report(walk, { code: "E105", path, text, rule: at.via });
    }
  }
}

function walkEntry(walk: Walk, data: EntryRule, place: OpPlace): void {
  const list: Side = typeof data.from === "string" ? "from" : "to";
  const fields = otherSide(list);
  const { spots, at } = place;
  noteSide(walk, place, fields, "changed");
  noteSide(walk, place, list, "kept");
  const [target] = spots[list];
  if (target === undefined) return;
  if (typeof target.node !== "string" && target.node.type !== "array") {
    const text = `${quoted(target.path)} is ${typeText(target.node)} in ${walk.versions[list]}, and entry needs array there`;
    report(walk, { code: "E105", path: target.path, text, rule: data });
    return;
  }
  const item = itemSpot(target);
  const value = memberSpot(item, data.value ?? "value");
  for (const field of spots[fields]) {
    const pair: Site = { ...siteBelow(at, field, field), [list]: value };
    for (const side of sides) reportShortfalls(walk, pair, side);
  }
  reportEntryItems(walk, data, { list, item, at });
  if ((data.fill ?? []).length > 0 && !at.isWhole)
    reportFill(walk, "entry with fill", target, data);
}

interface EntryItems {
  readonly list: Side;
  readonly item: Spot;
  readonly at: Site;
}

/** Names that the items may not have, and members that they require and nothing writes. */
function reportEntryItems(walk: Walk, data: EntryRule, { list, item, at }: EntryItems): void {
  const key = data.name ?? "name";
  const named = data[otherSide(list)];
  const names = typeof named === "string" ? [] : Object.keys(named);
  const spot = memberSpot(item, key);
  for (const name of names) {
    const reason = misfit(spot.node, name);
    if (reason === undefined) continue;
    const text = `${valueText(name)} of ${quoted(spot.path)} has no partner in ${walk.versions[list]}: ${reason}`;
    report(walk, { code: "E106", path: spot.path, text, rule: data });
  }
  if (typeof item.node === "string") return;
  for (const member of item.node.validation?.required ?? []) {
    const isWritten = names.every((name) => Object.hasOwn(data.members?.[name] ?? {}, member));
    if (member === key || member === (data.value ?? "value") || isWritten) continue;
    const { path } = memberSpot(item, member);
    const text = `${walk.versions[list]} requires ${quoted(path)}, and nothing surely fills it. Try members`;
    report(walk, { code: "E104", path, text, rule: at.via });
  }
}

interface VariantPlace {
  readonly walk: Walk;
  readonly rule: ScopeRule;
  readonly data: VariantRule;
  readonly place: OpPlace;
  readonly walkRules: RulesWalk;
}

function walkVariant({ walk, rule, data, place, walkRules }: VariantPlace): void {
  const first: Side = isInverted(data, { from: "free", to: "free" }) ? "to" : "from";
  const second = otherSide(first);
  for (const side of sides) noteSide(walk, place, side, "kept");
  const [tag] = place.spots[first];
  if (tag !== undefined) reportCases(walk, data, tag, first);
  const bases = basesOf(data, rule, first);
  const base = (side: Side): Spot => spotAt(place.site, side, bases[side]);
  const site: Site = {
    ...siteBelow(place.at, base("from"), base("to")),
    floor: { from: "kept", to: "kept" },
  };
  if (site[second].node === "none") return;
  for (const { rules = [] } of Object.values(data.cases))
    walkRules(walk, scopeRules(rules, []), site);
}

/** E106: words of the tag without a case, and cases that are no words of it. */
function reportCases(walk: Walk, data: VariantRule, { path, node }: Spot, side: Side): void {
  const words = typeof node === "string" ? undefined : node.validation?.enum;
  if (words === undefined) return;
  const cases = Object.keys(data.cases);
  for (const word of words) {
    if (typeof word !== "string" || cases.includes(word)) continue;
    const text = `${valueText(word)} of ${quoted(path)} has no partner in ${walk.versions[otherSide(side)]}. Add a case`;
    report(walk, { code: "E106", path, text, rule: data });
  }
  for (const word of cases) {
    if (words.includes(word)) continue;
    const text = `${valueText(word)} is no word of ${quoted(path)} in ${walk.versions[side]}: it knows ${words.map(valueText).join(", ")}`;
    report(walk, { code: "E106", path, text, rule: data });
  }
}

/** Where a variant's maps stand within the scope that it was placed in. */
function basesOf(data: VariantRule, rule: ScopeRule, first: Side): Readonly<Record<Side, KeyPath>> {
  const second = otherSide(first);
  const tag = parsePath(data.tag) ?? [];
  const [own = []] = rule[first];
  const base = own.slice(0, Math.max(0, own.length - tag.length));
  const lost = (parsePath(data[first])?.length ?? 0) - base.length;
  const other = (parsePath(data[second]) ?? [])
    .slice(lost)
    .filter((step) => typeof step === "string");
  return first === "from" ? { from: base, to: other } : { from: other, to: base };
}

function walkHook(walk: Walk, rule: ScopeRule, data: HookRule, place: OpPlace): void {
  const ways = { from: data.forward, to: data.backward };
  const name = data.name === undefined ? "hook" : `hook ${data.name}`;
  for (const side of sides) {
    noteSide(walk, place, side, ways[side] === undefined ? "derived" : "kept");
    for (const path of rule.reads[side])
      reportUndeclared(walk, data, spotAt(place.site, side, path), side);
  }
  const isOneWay = String(data.oneWay ?? "").trim() !== "";
  const lacking = sides.filter((side) => ways[side] === undefined);
  if (lacking.length === 0 || (isOneWay && lacking.length === 1)) return;
  const missing = lacking.map((side) => (side === "from" ? "forward" : "backward")).join(" and ");
  const [spot] = [...place.spots.from, ...place.spots.to];
  const text = `${name} at ${quoted(spot?.path ?? [])} has no way back: say oneWay, or give ${missing}`;
  report(walk, { code: "E109", path: spot?.path ?? [], text, rule: data });
}

/** E120: what a hook says it reads must be there to be read. */
function reportUndeclared(walk: Walk, data: HookRule, { path, node }: Spot, side: Side): void {
  if (node !== "none") return;
  const text = `hook reads ${quoted(path)}, which ${walk.versions[side]} does not declare in its scope`;
  report(walk, { code: "E120", path, text, rule: data });
}
