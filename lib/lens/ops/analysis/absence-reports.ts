import { otherSide, type Side, sides } from "../../../converter/side.ts";
import { equal } from "../../../json/equal.ts";
import { stringify } from "../../../json/write.ts";
import type { Fill, MemberTests } from "../../language/absence.ts";
import { keysIn } from "../../language/key-path.ts";
import { type KeyPath, pathText } from "../../language/path.ts";
import type { RuleData } from "../../language/rule.ts";
import { isRequired } from "../../language/schema-node.ts";
import { opOf } from "../registry.ts";
import { testOf, type ValuePredicate } from "../value-test.ts";
import type { AnalysisContext, OpPlace } from "./analysis-context.ts";
import { quotedPath, report, valueText } from "./fault-texts.ts";
import { noteTree } from "./leaves.ts";
import { placeAt, type SchemaPlace } from "./place-pair.ts";
import { reportFill, reportMisfit } from "./value-reports.ts";

/** Where a rule with `fill` or `omit` stands. */
type AbsencePlace = Pick<OpPlace, "scopePair" | "pair" | "places" | "rule">;

/** Reports what is wrong with a rule's `fill` and `omit`, and notes that absence can't be distinguished from what they name. */
export function reportAbsence(walk: AnalysisContext, data: RuleData, opPlace: AbsencePlace): void {
  for (const side of sides) {
    const fill = data.fill?.[side];
    const omit = data.omit?.[side];
    if (fill === undefined && omit === undefined) continue;
    const place = onlyPlace(walk, data, side, opPlace);
    if (place === undefined) continue;
    if (fill !== undefined) reportFilled(walk, { data, side, place, fill, opPlace });
    reportDefault(walk, data, side, opPlace);
    reportTests(walk, data, omit?.where, place.path);
    noteSilent(walk, data, side, opPlace);
  }
}

/** E134: the place that a modifier is about, which must be the rule's only one in the version, and a member of a map. */
function onlyPlace(
  walk: AnalysisContext,
  data: RuleData,
  side: Side,
  { places, rule, pair }: AbsencePlace,
): SchemaPlace | undefined {
  const op = opOf(data);
  if (op.kind === "joint" && op.filled !== undefined) return undefined;
  const [place] = places[side];
  if (places[side].length === 1 && rule[side].every((path) => path.length > 0)) return place;
  const what = data.fill?.[side] === undefined ? "omit" : "fill";
  report(walk, {
    code: "E134",
    path: place?.path ?? pair[side].path,
    text: `${what} for ${walk.versions[side]} needs a rule with one path in that version, of a member of a map`,
    rule: data,
  });
  return undefined;
}

interface Filled {
  readonly data: RuleData;
  readonly side: Side;
  readonly place: SchemaPlace;
  readonly fill: Fill;
  readonly opPlace: AbsencePlace;
}

/** E103, E116, E119: what is filled in must exist, and fit. */
function reportFilled(walk: AnalysisContext, { data, side, place, fill, opPlace }: Filled): void {
  reportTests(walk, data, fill.where, place.path);
  for (const path of opPlace.rule.fillReads[side]) reportRead(walk, data, side, { path, opPlace });
  if (fill.value !== undefined)
    reportMisfit(walk, place, fill.value, { rule: data, side, what: "fill" });
  const isNeeded = isRequiredAt(opPlace, side);
  if (!opPlace.pair.isWhole && !isNeeded) reportFill(walk, place, data);
}

/**
 * E119: the rule leaves its place absent in the other version, which has a default there: the server sets it, and it comes
 * back as a value. What another op writes differently is left to the laws.
 */
function reportDefault(
  walk: AnalysisContext,
  data: RuleData,
  side: Side,
  { places }: AbsencePlace,
): void {
  const silent = silentTest(data, side);
  const other = otherSide(side);
  const [place, ...further] = places[other];
  if (silent === undefined || place === undefined || further.length > 0) return;
  if (data.op !== "at" && data.op !== "move") return;
  const value = typeof place.node === "string" ? undefined : place.node.default;
  if (value === undefined || silent(value) || silentTest(data, other)?.(value) === true) return;
  const [own, foreign] = [walk.versions[side], walk.versions[other]];
  const what = data.fill?.[side] === undefined ? "omit" : "fill";
  report(walk, {
    code: "E119",
    path: place.path,
    text: `${what} for ${own}: where it leaves ${quotedPath(place.path)} absent, ${foreign} sets its default ${valueText(value)}, which comes back in its place`,
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
function isRequiredAt({ scopePair, rule }: AbsencePlace, side: Side): boolean {
  const [path] = rule[side];
  return path !== undefined && isRequired(scopePair[side].node, path);
}

/** E103: a path that a fill reads, and its version does not have. */
function reportRead(
  walk: AnalysisContext,
  data: RuleData,
  side: Side,
  { path, opPlace }: { readonly path: KeyPath; readonly opPlace: AbsencePlace },
): void {
  const place = placeAt(opPlace.scopePair, side, path);
  if (place.node !== "none") return;
  const text = `no ${quotedPath(place.path)} in ${walk.versions[side]}`;
  report(walk, { code: "E103", path: pathText(path), text, rule: data });
}

/** E103: a test of something that is not a path. */
function reportTests(
  walk: AnalysisContext,
  data: RuleData,
  where: MemberTests | undefined,
  path: SchemaPlace["path"],
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
function noteSilent(
  walk: AnalysisContext,
  data: RuleData,
  side: Side,
  { pair }: AbsencePlace,
): void {
  const each = data.fill?.[side] === undefined ? side : otherSide(side);
  if (pair[each].node === "none") return;
  noteTree(walk, pair[each], {
    side: each,
    outcome: pair.floor[each],
    to: [pair[otherSide(each)].path],
    rule: data,
    silent: silentText(data, side),
  });
}

/** The values that a rule's modifiers for a version make absent, as far as they can be listed. */
function silentText({ fill, omit }: RuleData, side: Side): string {
  const { equals, in: words = [], ...others } = omit?.[side] ?? {};
  const values = [fill?.[side]?.value, equals, ...words].filter((value) => value !== undefined);
  const isListed = Object.keys(others).length === 0 && values.length > 0;
  return isListed ? values.map((value) => stringify(value)).join(", ") : "some values";
}
