import type { JsonObject } from "../json/value.ts";
import {
  acceptEntryText,
  acceptPosition,
  constraintText,
  withPastable,
} from "../lens/language/accept.ts";
import { placedRule, quotedPath, valueText } from "../lens/ops/analysis/fault-texts.ts";
import type { ConstraintName } from "../schema/constraint/constraint.ts";
import type { ConstraintViolation } from "../schema/constraint/constraint-violation.ts";
import { type AcceptedPlace, isPlaceOf, refusedOwnValue } from "./accepted-places.ts";
import type { Direction } from "./subject.ts";

/**
 * Tells the author what to do about values that the target version refuses: why the kind's entries of `accept` do not excuse
 * them, and new entries, ready to paste, for refusals without one. Empty unless the last step of the conversion is a lens.
 */
export function acceptanceRemedy(
  { subject, from, to }: Direction,
  refusals: readonly ConstraintViolation[],
  places: readonly AcceptedPlace[],
  body: JsonObject,
): string {
  if (subject.steps(from.name, to.name).at(-1)?.lens === undefined) return "";
  const refused = refusals.flatMap(({ constraint }) =>
    constraint === undefined || constraint.keyword === "type" ? [] : [constraint],
  );
  const placeOf = (constraint: ConstraintName): AcceptedPlace | undefined =>
    places.find((place) => isPlaceOf(place, constraint));
  const reasons = refused.flatMap((constraint) => {
    const place = placeOf(constraint);
    return place === undefined ? [] : [notExcusedText(place, body)];
  });
  const entries = refused
    .filter((constraint) => placeOf(constraint) === undefined)
    .map((constraint) => acceptEntryText(to.name, [constraint]));
  const text = [...new Set(reasons)].map((reason) => `. ${reason}`).join("");
  return entries.length === 0
    ? text
    : withPastable(`${text}. If nobody writes that, add to accept:`, [...new Set(entries)]);
}

/** Why an entry of `accept` does not excuse a refusal by the constraint that it names. */
function notExcusedText(place: AcceptedPlace, body: JsonObject): string {
  const { constraint, entry, lens, rule } = place;
  const start = `${quotedPath(constraint.path)} has an entry of accept for ${constraintText(constraint)}${acceptPosition(entry, lens.file)}`;
  const own = refusedOwnValue(place, body);
  if (own !== undefined && rule !== undefined) {
    return `${start}, but ${valueText(own)} is a value that a rule itself names, and accept never excuses such a value: change the rule (${placedRule(rule, lens)})`;
  }
  return `${start}, but accept never excuses a value of a sample, because somebody wrote it: change the sample or the rules`;
}
