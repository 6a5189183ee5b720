import { otherSide, type Side } from "../../../converter/side.ts";
import type { ConstraintKeyword } from "../../../schema/constraint/constraint.ts";
import type { AnalysisContext } from "./analysis-context.ts";
import type { ShownNarrowing } from "./lens-analysis.ts";
import type { PlacePair } from "./place-pair.ts";

/** A constraint that refuses values, and its text in a message. */
export interface RefusedValue {
  readonly constraint: { readonly keyword: ConstraintKeyword; readonly value?: unknown };
  readonly text: string;
}

/** What the message of an E107 shows of a constraint, besides the path and the keyword. */
export function shownNarrowing(
  { versions }: AnalysisContext,
  pair: PlacePair,
  side: Side,
  { constraint, text }: RefusedValue,
): ShownNarrowing {
  const allowedIn = versions[otherSide(side)];
  const { node } = pair[otherSide(side)];
  const hasWords = typeof node !== "string" && node.validation?.enum !== undefined;
  const absence = meansAbsence(pair, side, constraint)
    ? absenceIn(allowedIn, pair, side)
    : undefined;
  return {
    allowedIn,
    demand: text,
    isRequired: pair[side].mayBeAbsent === false,
    mayNeedExample: constraint.keyword === "enum" && !hasWords,
    ...(absence !== undefined && { absence }),
  };
}

/** True if the constraint refuses only the empty text of a member that may be absent. */
function meansAbsence(
  pair: PlacePair,
  side: Side,
  { keyword, value }: RefusedValue["constraint"],
): boolean {
  if (keyword !== "minLength" || value !== 1 || pair.isConverted === true) return false;
  return pair[side].mayBeAbsent === true && typeof pair[side].path.at(-1) === "string";
}

/** How to declare that `""` of a version means absence. If the version requires the member, `fill` writes `""` again. */
function absenceIn(
  version: string,
  pair: PlacePair,
  side: Side,
): NonNullable<ShownNarrowing["absence"]> {
  const fill = pair[otherSide(side)].mayBeAbsent === false ? `fill: { ${version}: "" }, ` : "";
  return { modifiers: `${fill}omit: { ${version}: "" }`, hasRule: pair.via !== undefined };
}
