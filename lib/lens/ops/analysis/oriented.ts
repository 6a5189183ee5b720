import { otherSide, type Side } from "../../../converter/side.ts";
import type { RuleData } from "../../language/rule.ts";
import type { SchemaNode } from "../../language/schema-node.ts";
import { isInverted } from "../registry.ts";
import { noteBoth, reportWrongTypes } from "./both-sides.ts";
import { reportNarrowing } from "./carried.ts";
import { quotedPath, report } from "./fault-texts.ts";
import { worse } from "./findings.ts";
import { noteTree, spotsBelow } from "./leaves.ts";
import type { Verdict } from "./lens-analysis.ts";
import { narrowings } from "./narrowings.ts";
import { reportMissing } from "./required-reports.ts";
import { type AnalysisContext, memberSpot, type Site, type Spot, siteBelow } from "./site.ts";

/** An op at its site, and which side is the op's first. */
export interface OrientedSite {
  readonly walk: AnalysisContext;
  readonly at: Site;
  readonly first: Side;
  readonly second: Side;
}

/** An op where its rule stands. */
export function turnOf(walk: AnalysisContext, data: RuleData, at: Site): OrientedSite {
  const first: Side = isInverted(data, { from: at.from.node, to: at.to.node }) ? "to" : "from";
  return { walk, at, first, second: otherSide(first) };
}

/** The site of two places within the op's, with what happens to their values at least. */
export function within(
  turn: OrientedSite,
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

/** True where either side is of another type than the op reads. */
export function isOther(
  { walk, at, first }: OrientedSite,
  op: string,
  own: string,
  other: string,
): boolean {
  const [from, to] = first === "from" ? [own, other] : [other, own];
  return reportWrongTypes(walk, at, { op, from: [from], to: [to] });
}

/** What an op does where its types are wrong: nothing is read. */
export function noteNothingRead({ walk, at }: OrientedSite): void {
  noteBoth(walk, at, { from: "preserved", to: "preserved" });
}

/** True where keys tell the items of a list apart. */
export function isMapList(node: SchemaNode): boolean {
  return typeof node !== "string" && node.x.listType === "map";
}

/** Members of the second side's items that the op does not write: preserved, and E104 where they are required. */
export function noteOthers(
  { walk, at, second }: OrientedSite,
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
function reportRequired(
  walk: AnalysisContext,
  at: Site,
  side: Side,
  parent: Spot,
  key: string,
): void {
  if (typeof parent.node === "string") return;
  const isFilled = parent.node.properties?.get(key)?.default !== undefined;
  if (isFilled || parent.node.validation?.required?.includes(key) !== true) return;
  const { path } = memberSpot(parent, key);
  reportMissing(walk, { side, path, remedy: "a hook", rule: at.via });
}

/** E103, for a member that an op writes and the items do not have. */
export function isMissing({ walk, at, second }: OrientedSite, spot: Spot): boolean {
  if (spot.node !== "none") return false;
  const text = `no ${quotedPath(spot.path)} in ${walk.versions[second]}`;
  report(walk, { code: "E103", path: spot.path, text, rule: at.via });
  return true;
}

/** What a place of a side refuses of what the op writes there. */
export function reportLacks(
  { walk, at }: OrientedSite,
  side: Side,
  written: SchemaNode,
  spot: Spot,
): void {
  const site: Site = { ...at, [side]: spot };
  for (const what of narrowings(written, spot.node)) {
    if (what.type === "type") {
      reportWrongTypes(walk, site, {
        op: at.via?.op ?? "",
        from: anyType,
        to: anyType,
        [side]: [declaredTypeOf(written)],
      });
    } else reportNarrowing(walk, site, side, what);
  }
}

const anyType = ["", "object", "array", "string", "integer", "number", "boolean", "int-or-string"];

/** The type that the schema declares; empty where it allows any or has no such path. */
export function declaredTypeOf(node: SchemaNode): string {
  return typeof node === "string" ? "" : node.type;
}
