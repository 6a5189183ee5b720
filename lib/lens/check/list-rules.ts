import type { Structural } from "../../schema/structural/structural.ts";
import type {
  CountRule,
  KeyedRule,
  ReferenceRule,
  RuleData,
  SingleRule,
  TextRule,
  WrapRule,
} from "../language/rule.ts";
import type { SchemaNode } from "../language/schema-node.ts";
import { otherSide, type Side } from "../language/side.ts";
import { isInverted } from "../ops/registry.ts";
import { scopeRules } from "../place/scope-lens.ts";
import type { RuleScope } from "../place/scoped-lens.ts";
import type { Verdict } from "./analysis.ts";
import { noteBoth, reportWrongTypes } from "./both-sides.ts";
import { reportBound, reportNarrowing } from "./carried.ts";
import { reportKeys } from "./container-rules.ts";
import { quoted, report } from "./fault-texts.ts";
import { worse } from "./findings.ts";
import { noteTree, spotsBelow } from "./leaves.ts";
import { narrowings } from "./narrowings.ts";
import {
  itemSpot,
  memberSpot,
  type OpPlace,
  type Site,
  type Spot,
  siteBelow,
  stringNode,
  valueSpot,
  type Walk,
} from "./site.ts";
import { counted } from "./value-fit.ts";

/** The ops on one list, map or text; false for all others. */
export function walkListOp(walk: Walk, data: RuleData, { at }: OpPlace): boolean {
  const first: Side = isInverted(data, { from: at.from.node, to: at.to.node }) ? "to" : "from";
  const turn: Turn = { walk, at, first, second: otherSide(first) };
  switch (data.op) {
    case "keyed":
      walkKeyed(turn, data);
      return true;
    case "count":
      walkCount(turn, data);
      return true;
    case "wrap":
      walkWrap(turn, data);
      return true;
    case "single":
      walkSingle(turn, data);
      return true;
    case "reference":
      walkReference(turn, data);
      return true;
    case "text":
      walkText(turn, data);
      return true;
    default:
      return false;
  }
}

/** An op where it stands, with which side is its first. */
interface Turn {
  readonly walk: Walk;
  readonly at: Site;
  readonly first: Side;
  readonly second: Side;
}

/** The site of two places within the op's, with what happens to their values at least. */
function within(
  turn: Turn,
  first: Spot,
  second: Spot,
  verdicts: readonly [Verdict, Verdict],
): Site {
  const { at } = turn;
  const isFrom = turn.first === "from";
  const site = siteBelow(at, isFrom ? first : second, isFrom ? second : first);
  const [own, other] = isFrom ? verdicts : [verdicts[1], verdicts[0]];
  return { ...site, floor: { from: worse(own, at.floor.from), to: worse(other, at.floor.to) } };
}

const noRules: RuleScope = { rules: [] };

function innerScope(rules: readonly RuleData[] | undefined): RuleScope {
  return rules === undefined ? noRules : scopeRules(rules, []);
}

/** True where either side is of another type than the op reads. */
function isOther({ walk, at, first }: Turn, op: string, own: string, other: string): boolean {
  const [from, to] = first === "from" ? [own, other] : [other, own];
  return reportWrongTypes(walk, at, { op, from: [from], to: [to] });
}

/** What an op does where its types are wrong: nothing is read. */
function noteUnread({ walk, at }: Turn): void {
  noteBoth(walk, at, { from: "preserved", to: "preserved" });
}

function walkKeyed(turn: Turn, { key, value, rules }: KeyedRule): void {
  const { walk, at, first, second } = turn;
  if (isOther(turn, "keyed", "object", "array")) {
    noteUnread(turn);
    return;
  }
  reportKeys(walk, at, second, [key]);
  const item = itemSpot(at[second]);
  const content = value === undefined ? withoutMember(item, key) : memberSpot(item, value);
  const values = valueSpot(at[first]);
  const own = within(turn, values, content, ["changed", "preserved"]);
  const isWhole = at.isWhole || !isMapList(at[second].node);
  walk.scope(walk, innerScope(rules), { ...own, isWhole });
  noteOthers(turn, item, value === undefined ? undefined : [key, value]);
  const keySpot = memberSpot(item, key);
  const path = keySpot.path;
  walk.findings.note({ side: second, path, verdict: "preserved", to: [values.path], rule: at.via });
}

function isMapList(node: SchemaNode): boolean {
  return typeof node !== "string" && node.x.listType === "map";
}

/** A map without one of its members. */
function withoutMember({ path, node }: Spot, key: string): Spot {
  if (typeof node === "string") return { path, node };
  const { properties, validation, ...others } = node;
  const required = validation?.required?.filter((name) => name !== key);
  const rest: Structural = {
    ...others,
    ...(properties && { properties: new Map([...properties].filter(([name]) => name !== key)) }),
    ...(validation && { validation: { ...validation, ...(required && { required }) } }),
  };
  return { path, node: rest };
}

/** Members of the second side's items that the op does not write: kept, and E104 where they are required. */
function noteOthers(
  { walk, at, second }: Turn,
  item: Spot,
  known: readonly string[] | undefined,
): void {
  if (known === undefined || typeof item.node === "string") return;
  for (const spot of spotsBelow(item)) {
    const key = spot.path.at(-1);
    if (typeof key !== "string" || known.includes(key)) continue;
    noteTree(walk, spot, { side: second, verdict: "preserved", to: [], rule: at.via });
    reportRequired(walk, at, second, item, key);
  }
}

/** E104, for a member of what an op writes. */
function reportRequired(walk: Walk, at: Site, side: Side, parent: Spot, key: string): void {
  if (typeof parent.node === "string") return;
  const isFilled = parent.node.properties?.get(key)?.default !== undefined;
  if (isFilled || parent.node.validation?.required?.includes(key) !== true) return;
  const { path } = memberSpot(parent, key);
  const text = `${walk.versions[side]} requires ${quoted(path)}, and nothing surely fills it. Try a hook`;
  report(walk, { code: "E104", path, text, rule: at.via });
}

/** E103, for a member that an op writes and the items do not have. */
function isMissing({ walk, at, second }: Turn, spot: Spot): boolean {
  if (spot.node !== "none") return false;
  const text = `no ${quoted(spot.path)} in ${walk.versions[second]}`;
  report(walk, { code: "E103", path: spot.path, text, rule: at.via });
  return true;
}

function walkCount(turn: Turn, { name = "name", quantity = "quantity" }: CountRule): void {
  const { walk, at, first, second } = turn;
  noteUnread(turn);
  if (isOther(turn, "count", "array", "array")) return;
  const item = itemSpot(at[second]);
  const [names, counts] = [memberSpot(item, name), memberSpot(item, quantity)];
  if ([isMissing(turn, names), isMissing(turn, counts)].includes(true)) return;
  walk.scope(walk, noRules, within(turn, itemSpot(at[first]), names, ["preserved", "preserved"]));
  noteOthers(turn, item, [name, quantity]);
  const counted: Structural = { ...stringNode, type: "integer", validation: { minimum: 1 } };
  reportLacks(turn, second, counted, counts);
  if (typeof at[first].node !== "string" && at[first].node.x.listType === "set") {
    reportBound(walk, at, first, "no item twice");
  }
}

/** What a place of a side refuses of what the op writes there. */
function reportLacks({ walk, at }: Turn, side: Side, written: SchemaNode, spot: Spot): void {
  const site: Site = { ...at, [side]: spot };
  for (const what of narrowings(written, spot.node)) {
    if (what.type === "type") {
      reportWrongTypes(walk, site, {
        op: at.via?.op ?? "",
        from: anyType,
        to: anyType,
        [side]: [typeOf(written)],
      });
    } else reportNarrowing(walk, site, side, what);
  }
}

const anyType = ["", "object", "array", "string", "integer", "number", "boolean", "int-or-string"];

function typeOf(node: SchemaNode): string {
  return typeof node === "string" ? "" : node.type;
}

function walkWrap(turn: Turn, { key }: WrapRule): void {
  const { walk, at, first, second } = turn;
  if (isOther(turn, "wrap", "array", "array")) {
    noteUnread(turn);
    return;
  }
  const item = itemSpot(at[second]);
  const inner = memberSpot(item, key);
  if (isMissing(turn, inner)) return;
  const isPlain = typeof item.node !== "string" && item.node.properties?.size === 1;
  const back: Verdict = isPlain ? "changed" : "preserved";
  noteBoth(
    walk,
    at,
    first === "from" ? { from: "changed", to: back } : { from: back, to: "changed" },
  );
  compareLists(turn, key);
  walk.scope(walk, noRules, within(turn, itemSpot(at[first]), inner, ["changed", back]));
  noteOthers(turn, item, [key]);
}

/** Sizes and kinds of two lists with as many items; a set is a list by the key that its items become. */
function compareLists({ walk, at, first, second }: Turn, key: string): void {
  const [scalars, maps] = [at[first].node, at[second].node];
  if (typeof scalars === "string" || typeof maps === "string") return;
  const { listMapKeys = [] } = maps.x;
  const isSame = scalars.x.listType === "set" && listMapKeys.length === 1 && listMapKeys[0] === key;
  for (const [side, given, taker] of [
    [second, scalars, maps],
    [first, maps, scalars],
  ] as const) {
    for (const what of narrowings(given, taker)) {
      const isKind = what.type === "bound" && what.text.startsWith("no ");
      if (!(isSame && isKind)) reportNarrowing(walk, at, side, what);
    }
  }
}

function walkSingle(turn: Turn, { rules }: SingleRule): void {
  const { walk, at, first, second } = turn;
  const list = at[first].node;
  if (typeof list !== "string" && list.type !== "array") {
    isOther(turn, "single", "array", typeOf(at[second].node));
    noteUnread(turn);
    return;
  }
  const bounds = typeof list === "string" ? {} : (list.validation ?? {});
  const own: Verdict = bounds.maxItems === 1 && bounds.minItems === 1 ? "changed" : "preserved";
  const isWhole = at.isWhole || !isMapList(list);
  if ((bounds.minItems ?? 0) > 1)
    reportBound(walk, at, first, `at least ${counted(bounds.minItems ?? 0, "items")}`);
  const site = within(turn, itemSpot(at[first]), at[second], [own, "changed"]);
  walk.findings.note({
    side: first,
    path: at[first].path,
    verdict: own,
    to: [at[second].path],
    rule: at.via,
  });
  walk.scope(walk, innerScope(rules), { ...site, isWhole });
}

function walkReference(turn: Turn, { group = "apiGroup", namespace }: ReferenceRule): void {
  const { walk, at, first, second } = turn;
  noteUnread(turn);
  if (isOther(turn, "reference", "object", "object")) return;
  const own = ["apiVersion", "kind", "name", ...(namespace === "own" ? ["namespace"] : [])];
  for (const [side, known] of [
    [first, own],
    [second, [group, "kind", "name"]],
  ] as const) {
    const { node } = at[side];
    if (typeof node === "string") continue;
    const others = (node.validation?.required ?? []).filter((key) => !known.includes(key));
    for (const key of others) reportRequired(walk, at, side, at[side], key);
  }
  isMissing(turn, memberSpot(at[second], group));
}

function walkText(turn: Turn, _data: TextRule): void {
  const { walk, at, first, second } = turn;
  noteBoth(
    walk,
    at,
    first === "from" ? { from: "preserved", to: "changed" } : { from: "changed", to: "preserved" },
  );
  if (isOther(turn, "text", "string", typeOf(at[second].node))) return;
  reportLacks(turn, first, stringNode, at[first]);
  for (const what of narrowings("free", at[second].node)) reportNarrowing(walk, at, second, what);
}
