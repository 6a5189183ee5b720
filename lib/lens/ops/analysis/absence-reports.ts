import { otherSide, type Side, sides } from "../../../converter/side.ts";
import { equal } from "../../../json/equal.ts";
import type { Fill, MemberTests } from "../../language/absence.ts";
import { keysIn } from "../../language/key-path.ts";
import { type KeyPath, pathText } from "../../language/path.ts";
import type { RuleData } from "../../language/rule.ts";
import { isRequired } from "../../language/schema-node.ts";
import { opOf } from "../registry.ts";
import { testOf, type ValuePredicate } from "../value-test.ts";
import { quotedPath, report, valueText } from "./fault-texts.ts";
import { worse } from "./findings.ts";
import { noteTree } from "./leaves.ts";
import { type AnalysisContext, type OpPlace, type Spot, spotAt } from "./site.ts";
import { reportFill, reportMisfit } from "./value-reports.ts";

/** Where a rule with `fill` or `omit` stands. */
type AbsencePlace = Pick<OpPlace, "site" | "at" | "spots" | "rule">;

/** Reports what is wrong with a rule's `fill` and `omit`, and notes that absence can't be distinguished from what they name. */
export function reportAbsence(walk: AnalysisContext, data: RuleData, place: AbsencePlace): void {
  for (const side of sides) {
    const fill = data.fill?.[side];
    const omit = data.omit?.[side];
    if (fill === undefined && omit === undefined) continue;
    const spot = onlySpot(walk, data, side, place);
    if (spot === undefined) continue;
    if (fill !== undefined) reportFilled(walk, { data, side, spot, fill, place });
    reportDefault(walk, data, side, place);
    reportTests(walk, data, omit?.where, spot.path);
    noteSilent(walk, data, side, place);
  }
}

/** E134: the place that a modifier is about, which must be the rule's only one in the version, and a member of a map. */
function onlySpot(
  walk: AnalysisContext,
  data: RuleData,
  side: Side,
  { spots, rule, at }: AbsencePlace,
): Spot | undefined {
  const op = opOf(data);
  if (op.kind === "joint" && op.filled !== undefined) return undefined;
  const [spot] = spots[side];
  if (spots[side].length === 1 && rule[side].every((path) => path.length > 0)) return spot;
  const what = data.fill?.[side] === undefined ? "omit" : "fill";
  report(walk, {
    code: "E134",
    path: spot?.path ?? at[side].path,
    text: `${what} for ${walk.versions[side]} needs a rule with one path in that version, of a member of a map`,
    rule: data,
  });
  return undefined;
}

interface Filled {
  readonly data: RuleData;
  readonly side: Side;
  readonly spot: Spot;
  readonly fill: Fill;
  readonly place: AbsencePlace;
}

/** E103, E116, E119: what is filled in must exist, and fit. */
function reportFilled(walk: AnalysisContext, { data, side, spot, fill, place }: Filled): void {
  reportTests(walk, data, fill.where, spot.path);
  for (const path of place.rule.fillReads[side]) reportRead(walk, data, side, { path, place });
  if (fill.value !== undefined)
    reportMisfit(walk, spot, fill.value, { rule: data, side, what: "fill" });
  const isNeeded = isRequiredAt(place, side);
  if (!place.at.isWhole && !isNeeded) reportFill(walk, spot, data);
}

/**
 * E119: the rule leaves its place absent in the other version, which has a default there: the server sets it, and it comes
 * back as a value. What another op writes differently is left to the laws.
 */
function reportDefault(
  walk: AnalysisContext,
  data: RuleData,
  side: Side,
  { spots }: AbsencePlace,
): void {
  const silent = silentTest(data, side);
  const other = otherSide(side);
  const [spot, ...further] = spots[other];
  if (silent === undefined || spot === undefined || further.length > 0) return;
  if (data.op !== "at" && data.op !== "move") return;
  const value = typeof spot.node === "string" ? undefined : spot.node.default;
  if (value === undefined || silent(value) || silentTest(data, other)?.(value) === true) return;
  const [own, foreign] = [walk.versions[side], walk.versions[other]];
  const what = data.fill?.[side] === undefined ? "omit" : "fill";
  report(walk, {
    code: "E119",
    path: spot.path,
    text: `${what} for ${own}: where it leaves ${quotedPath(spot.path)} absent, ${foreign} sets its default ${valueText(value)}, which comes back in its place`,
    rule: data,
  });
}

/** Tests which values of a version count as absent; undefined where none does. */
function silentTest(data: RuleData, side: Side): ValuePredicate | undefined {
  const fill = data.fill?.[side];
  const omit = data.omit?.[side];
  const fills = fill?.value !== undefined && fill.returns !== true;
  if (!fills && omit === undefined) return undefined;
  const isOmitted = omit === undefined ? () => false : testOf(omit);
  return (value) => (fills && equal(value, fill.value)) || isOmitted(value);
}

/** True where the schema of the map around a rule's place requires it. */
function isRequiredAt({ site, rule }: AbsencePlace, side: Side): boolean {
  const [path] = rule[side];
  return path !== undefined && isRequired(site[side].node, path);
}

/** E103: a path that a fill reads, and its version does not have. */
function reportRead(
  walk: AnalysisContext,
  data: RuleData,
  side: Side,
  { path, place }: { readonly path: KeyPath; readonly place: AbsencePlace },
): void {
  const spot = spotAt(place.site, side, path);
  if (spot.node !== "none") return;
  const text = `no ${quotedPath(spot.path)} in ${walk.versions[side]}`;
  report(walk, { code: "E103", path: pathText(path), text, rule: data });
}

/** E103: a test of something that is not a path. */
function reportTests(
  walk: AnalysisContext,
  data: RuleData,
  where: MemberTests | undefined,
  path: Spot["path"],
): void {
  for (const text of Object.keys(where ?? {})) {
    if (keysIn(text) !== undefined) continue;
    report(walk, {
      code: "E103",
      path,
      text: `${quotedText(text)} is not a path of keys`,
      rule: data,
    });
  }
}

function quotedText(text: string): string {
  return `\`${text}\``;
}

/** That a value of a version was written out is preserved; so is absence in the other. */
function noteSilent(walk: AnalysisContext, data: RuleData, side: Side, { at }: AbsencePlace): void {
  const verdicts =
    data.fill?.[side] === undefined ? ([side] as const) : ([otherSide(side)] as const);
  for (const each of verdicts) {
    const verdict = worse("preserved", at.floor[each]);
    const to = [at[otherSide(each)].path];
    if (at[each].node !== "none") noteTree(walk, at[each], { side: each, verdict, to, rule: data });
  }
}
