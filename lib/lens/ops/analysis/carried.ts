import { otherSide, type Side, sides } from "../../../converter/side.ts";
import type { JsonValue } from "../../../json/value.ts";
import type { Constraint } from "../../../schema/constraint/constraint.ts";
import { eachItem, pathText } from "../../language/path.ts";
import type { SchemaNode } from "../../language/schema-node.ts";
import { predicateOf } from "../value-test.ts";
import { isAcceptedRefusal } from "./accepted.ts";
import type { AnalysisContext } from "./analysis-context.ts";
import { meetsConstraint } from "./constraint-tests.ts";
import { quotedPath, reportFault } from "./fault-texts.ts";
import { strongerOutcome } from "./findings.ts";
import type { FieldOutcome } from "./lens-analysis.ts";
import { reportMergeStrategies } from "./merge-strategies.ts";
import { type Narrowing, narrowings } from "./narrowings.ts";
import type { PlacePair } from "./place-pair.ts";
import { type RefusedValue, shownNarrowing } from "./shown-narrowing.ts";
import { typeText } from "./type-text.ts";

/** Notes that a value is copied unchanged, to the same path or another one. */
export function noteCarried(walk: AnalysisContext, pair: PlacePair): void {
  const isSame = pathText(pair.from.path) === pathText(pair.to.path);
  const outcome: FieldOutcome = isSame ? "identical" : "moved";
  for (const side of sides) {
    if (pair[side].node === "none") continue;
    const own = strongerOutcome(outcome, pair.weakestOutcome[side]);
    walk.findings.note({
      side,
      path: pair[side].path,
      outcome: own,
      to: [pair[otherSide(side)].path],
      rule: own === "identical" ? undefined : pair.via,
    });
  }
}

/**
 * Reports where the schema of one version refuses values that the other allows, for a value that is copied unchanged. Members and
 * items are not compared. Narrowings for which `isIgnored` is true are not reported. False if the types differ, so that nothing
 * below can be compared.
 */
export function compareCarried(
  walk: AnalysisContext,
  pair: PlacePair,
  isIgnored: (narrowing: Narrowing) => boolean = () => false,
): boolean {
  const isFree = pair.from.node === "free" || pair.to.node === "free";
  if (walk.isUnverified && isFree) return true;
  const lacks = {
    from: narrowings(pair.to.node, pair.from.node),
    to: narrowings(pair.from.node, pair.to.node),
  };
  if (sides.some((side) => lacks[side].some(({ type }) => type === "type"))) {
    reportTypes(walk, pair);
    return false;
  }
  for (const side of sides) {
    for (const narrowing of lacks[side]) {
      const isExcused = isLeftOut(pair, side, narrowing) || isOmitted(pair, side, narrowing);
      if (isExcused || isIgnored(narrowing)) continue;
      if (isAboutNull(narrowing)) reportNull(walk, pair, side);
      else reportNarrowing(walk, pair, side, narrowing);
    }
  }
  reportMergeStrategies(walk, pair);
  return true;
}

/** True if a version refuses only empty containers: these are left out, unless the path is required. */
function isLeftOut(pair: PlacePair, side: Side, narrowing: Narrowing): boolean {
  if (pair.isConverted === true || narrowing.type !== "constraint") return false;
  const { keyword, value } = narrowing.constraint;
  const isAboutEmpty = (keyword === "minItems" || keyword === "minProperties") && value === 1;
  return isAboutEmpty && pair[side].mayBeAbsent === true;
}

function isAboutNull(narrowing: Narrowing): boolean {
  return narrowing.type === "constraint" && narrowing.constraint.keyword === "nullable";
}

/**
 * Reports E107 for null that only the other version allows. Null in a member is left out, as the server would do, so that is
 * reported only if the member is required and the rule does not fill it in. Null in list items, and inside a value that an op
 * converts, is not left out.
 */
export function reportNull(walk: AnalysisContext, pair: PlacePair, side: Side): void {
  const { path, mayBeAbsent } = pair[side];
  const fill = pair.fills?.[side];
  if (fill !== undefined && fill.where === undefined) return;
  const isMember = pair.isConverted !== true && path.at(-1) !== eachItem;
  if (!isMember) {
    reportRefusal(walk, pair, side, {
      constraint: { keyword: "nullable" },
      text: "nullable, no null",
    });
  } else if (mayBeAbsent !== true) {
    reportRefusal(walk, pair, side, {
      constraint: { keyword: "required" },
      text: "required, no null",
    });
  }
}

/** True if every value that a version refuses counts as absent in one of the versions, by `omit`. */
function isOmitted({ omits, ...pair }: PlacePair, side: Side, narrowing: Narrowing): boolean {
  if (omits === undefined || narrowing.type !== "constraint") return false;
  const refused = valuesRefused(pair[otherSide(side)].node, narrowing.constraint);
  const tests = Object.values(omits).map(predicateOf);
  return refused.length > 0 && refused.every((value) => tests.some((test) => test(value)));
}

/** The values that a constraint refuses, if they can be listed: an empty value, or words of an enum. Else empty. */
function valuesRefused(wide: SchemaNode, constraint: Constraint): readonly JsonValue[] {
  const { keyword, value } = constraint;
  const empty = emptyValues[keyword];
  if (empty !== undefined && value === 1) return [empty];
  const words = typeof wide === "string" ? undefined : wide.validation?.enum;
  return (words ?? []).filter((word) => word !== null && !meetsConstraint(constraint, word));
}

const emptyValues: Readonly<Partial<Record<Constraint["keyword"], JsonValue>>> = {
  minLength: "",
  minItems: [],
  minProperties: {},
};

/** Reports E105 for two paths whose types have no value in common. */
export function reportTypes(walk: AnalysisContext, { from, to, via }: PlacePair): void {
  const types = `${typeText(from.node)} in ${walk.versions.from}`;
  const others = `${typeText(to.node)} in ${walk.versions.to}`;
  const places =
    pathText(from.path) === pathText(to.path)
      ? `${quotedPath(from.path)} is ${types} and ${others}`
      : `${quotedPath(from.path)} is ${types}, and ${quotedPath(to.path)} ${others}`;
  reportFault(walk, {
    code: "E105",
    path: from.path,
    text: `${places}. Try ${opsBetween(from.node, to.node)}`,
    rule: via,
  });
}

/**
 * Reports what one version refuses of the values that the other allows: E124 for an allOf, anyOf, oneOf or not that could not be
 * compared, else E107.
 */
export function reportNarrowing(
  walk: AnalysisContext,
  pair: PlacePair,
  side: Side,
  narrowing: Narrowing,
): void {
  const { path } = pair[side];
  const version = walk.versions[side];
  switch (narrowing.type) {
    case "junctor": {
      const { junctor } = narrowing;
      if (isAcceptedRefusal(walk, { version, constraint: { path, keyword: junctor } })) return;
      const text = `${quotedPath(path)}: a branch of ${junctor} in ${version} could not be checked. Only the laws, which check tries on generated objects, show whether it holds`;
      reportFault(walk, { code: "E124", path, text, rule: pair.via });
      return;
    }
    case "undeclared-members": {
      const otherVersion = walk.versions[otherSide(side)];
      if (walk.isAlwaysMet({ version, constraint: { path, keyword: "type" } })) return;
      const text = `${quotedPath(path)} may hold any member in ${otherVersion}, and ${version} prunes those that it does not declare. Try keep, drop or a hook`;
      reportFault(walk, { code: "E107", path, text, rule: pair.via });
      return;
    }
    case "constraint":
      reportRefusal(walk, pair, side, narrowing);
      return;
  }
}

/** Reports E107, unless an entry of `accept` accepts the constraint. */
export function reportRefusal(
  walk: AnalysisContext,
  pair: PlacePair,
  side: Side,
  refused: RefusedValue,
): void {
  const { path } = pair[side];
  const { constraint, text } = refused;
  const version = walk.versions[side];
  const refusal = { version, constraint: { path, keyword: constraint.keyword } };
  if (isAcceptedRefusal(walk, refusal)) return;
  const narrowing = shownNarrowing(walk, pair, side, refused);
  const remedy = constraint.keyword === "enum" && !narrowing.mayNeedExample ? ". Try map" : "";
  reportFault(walk, {
    code: "E107",
    path,
    text: `${version} refuses some of what ${narrowing.allowedIn} allows at ${quotedPath(path)}: ${text}${remedy}`,
    rule: pair.via,
    refusal: { ...refusal, narrowing },
  });
}

function opsBetween(from: PlacePair["from"]["node"], to: PlacePair["to"]["node"]): string {
  const types = [typeText(from), typeText(to)].map((text) => text.replace(/ of .*/, ""));
  const hasEach = (...wanted: readonly string[]): boolean =>
    wanted.every((type) => types.includes(type));
  if (hasEach("string", "integer")) return "convert, duration or quantity";
  if (hasEach("string", "boolean")) return "convert or map";
  if (hasEach("string", "number") || hasEach("integer", "number")) return "convert";
  if (hasEach("map", "list")) return "keyed";
  if (hasEach("object", "list") || (hasEach("list") && types.some((type) => type !== "list")))
    return "single, first or keyed";
  if (types.every((type) => type === "list")) return "each or count";
  if (hasEach("string", "object")) return "text, split, reference or a hook";
  return "map or a hook";
}
