import { otherSide, type Side, sides } from "../../../converter/side.ts";
import { equal } from "../../../json/equal.ts";
import { stringify } from "../../../json/write.ts";
import { keepsNull } from "../../../schema/pruning/nulls.ts";
import type { Fill, MemberTests } from "../../language/absence.ts";
import { parseKeyPath } from "../../language/key-path.ts";
import { type KeyPath, pathText } from "../../language/path.ts";
import type { RuleData } from "../../language/rule.ts";
import { isRequired, type SchemaNode } from "../../language/schema-node.ts";
import { opOf } from "../registry.ts";
import { predicateOf, type ValuePredicate } from "../value-test.ts";
import type { AnalysisContext, OpPlace } from "./analysis-context.ts";
import { quotedPath, reportFault, valueText } from "./fault-texts.ts";
import { noteTree } from "./leaves.ts";
import { placeAt, type SchemaPlace } from "./place-pair.ts";
import { reportFill, reportRefusedLiteral } from "./value-reports.ts";

/** The parts of a rule's location that the checks of `fill` and `omit` need. */
type AbsencePlace = Pick<OpPlace, "scopePair" | "pair" | "places" | "rule">;

/** Reports faults of a rule's `fill` and `omit`. Notes that explicit values equal to filled-in or omitted ones are preserved. */
export function reportAbsence(walk: AnalysisContext, data: RuleData, opPlace: AbsencePlace): void {
  for (const side of sides) {
    // The `fill` of `entry` has names, and is checked with the op.
    const fill = hasNamesAsFill(data) ? undefined : data.fill?.[side];
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

function hasNamesAsFill(data: RuleData): boolean {
  const op = opOf(data);
  return op.kind === "joint" && op.filled !== undefined;
}

/**
 * The path that a `fill` or `omit` is about. Reports E134 and returns undefined unless it is the rule's only path in the version
 * and a member of a map.
 */
function onlyPlace(
  walk: AnalysisContext,
  data: RuleData,
  side: Side,
  { places, rule, pair }: AbsencePlace,
): SchemaPlace | undefined {
  const [place] = places[side];
  if (places[side].length === 1 && rule[side].every((path) => path.length > 0)) return place;
  const what = data.fill?.[side] === undefined ? "omit" : "fill";
  reportFault(walk, {
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

/**
 * Reports E103 for paths of a `fill` that don't exist, E119 for a value that the schema refuses, and E116 if fragments are filled
 * in too.
 */
function reportFilled(walk: AnalysisContext, { data, side, place, fill, opPlace }: Filled): void {
  reportTests(walk, data, fill.where, place.path);
  for (const path of opPlace.rule.fillReads[side]) reportRead(walk, data, side, { path, opPlace });
  if (fill.value !== undefined)
    reportRefusedLiteral(walk, place, fill.value, { rule: data, side, what: "fill" });
  reportNullFill(walk, { data, side, place, fill, opPlace });
  const isNeeded = isRequiredAt(opPlace, side);
  if (!opPlace.pair.isWhole && !isNeeded) reportFill(walk, place, data);
}

/**
 * Reports E119 for a fill of null if the other version keeps null at its path: there null is not absent, so that the null that was
 * filled in would be converted back to null.
 */
function reportNullFill(walk: AnalysisContext, { data, side, place, fill, opPlace }: Filled): void {
  const opposite = otherSide(side);
  const [other] = opPlace.places[opposite];
  if (fill.value !== null || fill.returns === true || opOf(data).kind === "joint") return;
  if (other === undefined || !mayKeepNull(other.node)) return;
  const [thisVersion, otherVersion] = [walk.versions[side], walk.versions[opposite]];
  reportFault(walk, {
    code: "E119",
    path: place.path,
    text: `fill null for ${thisVersion}: null at ${quotedPath(place.path)} is converted to null of ${otherVersion}, not to absent. Fill in another value, or say returns: true with the null`,
    rule: data,
  });
}

/** True if the API server keeps null at a path with this schema. */
function mayKeepNull(node: SchemaNode): boolean {
  return typeof node === "string" ? node === "free" : keepsNull(node);
}

/**
 * Reports E119 if the rule leaves its path absent in the other version, whose schema has a default: the server sets the default,
 * which is converted back in place of the value of `fill` or `omit`. Only for `at` and `move`; for other ops the laws find it.
 */
function reportDefault(
  walk: AnalysisContext,
  data: RuleData,
  side: Side,
  { places }: AbsencePlace,
): void {
  const silent = silentTest(data, side);
  const opposite = otherSide(side);
  const [place, ...further] = places[opposite];
  if (silent === undefined || place === undefined || further.length > 0) return;
  if (data.op !== "at" && data.op !== "move") return;
  const value = typeof place.node === "string" ? undefined : place.node.default;
  if (value === undefined || silent(value) || silentTest(data, opposite)?.(value) === true) return;
  const [thisVersion, otherVersion] = [walk.versions[side], walk.versions[opposite]];
  const what = data.fill?.[side] === undefined ? "omit" : "fill";
  reportFault(walk, {
    code: "E119",
    path: place.path,
    text: `${what} for ${thisVersion}: for the value of ${what} the rule leaves ${quotedPath(place.path)} absent in ${otherVersion}, and the server sets its default ${valueText(value)}, which is converted back instead of that value. Fill in the default, or omit it in ${otherVersion} too`,
    rule: data,
  });
}

/** Returns a test for values that count as absent in a version; undefined if the rule has none for that version. */
function silentTest(data: RuleData, side: Side): ValuePredicate | undefined {
  const fill = data.fill?.[side];
  const omit = data.omit?.[side];
  const fills = fill?.value !== undefined && fill.returns !== true;
  if (!fills && omit === undefined) return undefined;
  const isOmitted = omit === undefined ? () => false : predicateOf(omit);
  return (value) => (fills && equal(value, fill.value)) || isOmitted(value);
}

/** True if the schema of the map that holds the rule's path requires it. */
function isRequiredAt({ scopePair, rule }: AbsencePlace, side: Side): boolean {
  const [path] = rule[side];
  return path !== undefined && isRequired(scopePair[side].node, path);
}

/** Reports E103 for a path that a `fill` reads and its version doesn't have. */
function reportRead(
  walk: AnalysisContext,
  data: RuleData,
  side: Side,
  { path, opPlace }: { readonly path: KeyPath; readonly opPlace: AbsencePlace },
): void {
  const place = placeAt(opPlace.scopePair, side, path);
  if (place.node !== "none") return;
  const text = `no ${quotedPath(place.path)} in ${walk.versions[side]}`;
  reportFault(walk, { code: "E103", path: pathText(path), text, rule: data });
}

/** Reports E103 for keys of `where` that are not paths of keys. */
function reportTests(
  walk: AnalysisContext,
  data: RuleData,
  where: MemberTests | undefined,
  path: SchemaPlace["path"],
): void {
  for (const text of Object.keys(where ?? {})) {
    if (parseKeyPath(text) !== undefined) continue;
    reportFault(walk, {
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

/**
 * Notes that values may have to be preserved because of absence: with `omit` an explicit value of the same version, with `fill`
 * an explicit or absent value of the other version.
 */
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
    outcome: pair.weakestOutcome[each],
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
