import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { type Discrepancy, type LawResult, lawFails, lawOk } from "../law-result.ts";
import { convertIfAccepted, expectedAfterRoundTrip, mustConvert } from "../round-trip.ts";
import {
  bodyFault,
  comparableForm,
  roundTripFault,
  unacknowledgedDifference,
  withoutPreserved,
} from "../round-trip-fault.ts";
import { type EditedObject, editedObjects, objectAfterEdits } from "../samples/edited-objects.ts";
import { validObjects } from "../samples/objects.ts";
import { isValidObject } from "../samples/valid-object.ts";
import { type Direction, oppositeDirection } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import type { Law } from "./law.ts";

/** Converts an object back and forth repeatedly, without its preserved values and after edits, and looks for changes. */
export const settlesLaw: Law = {
  name: "settles",
  statement:
    "without its preserved values, a converted object survives conversion back and forth; after an edit, further round trips change nothing",
  trial: (pair) =>
    generatedTrial(editedObjects(pair, validObjects(pair)), (sample) => {
      const result = settlesWithoutPreserved(pair, sample.object);
      return result.type === "ok" ? staysSettled(pair, sample) : result;
    }),
};

/**
 * Converts an object to the target version, removes its preserved values, and converts the result back and forth. The law fails
 * if this changes the result. Skipped if the conversion has several steps, because each version in between may preserve values
 * of its own.
 */
function settlesWithoutPreserved(pair: Direction, before: ReviewObject): LawResult {
  const { subject, from, to } = pair;
  if (subject.steps(from.name, to.name).length > 1) return lawOk;
  const converted = convertIfAccepted(subject, before, to.name);
  if (!converted.ok) return converted.result;
  const after = withoutPreserved(converted.object, subject);
  const back = mustConvert(subject, after, from.name, { before, after });
  if (!back.ok) return back.result;
  const withoutEntries = withoutPreserved(back.object, subject);
  const again = mustConvert(subject, withoutEntries, to.name, { before, after });
  if (!again.ok) return again.result;
  const [one, other] = [
    comparableForm(after),
    comparableForm(withoutPreserved(again.object, subject)),
  ];
  const fault = unacknowledgedDifference(subject, one, other);
  if (fault === undefined) return lawOk;
  const explanation = `without preserved values, converting to ${to.name}, back, and to ${to.name} again gives another object (shown last): ${fault.explanation}`;
  return lawFails({ ...fault, before, after, returned: again.object, explanation });
}

function staysSettled(pair: Direction, { object, edits }: EditedObject): LawResult {
  const { subject, from, to } = pair;
  const converted = convertIfAccepted(subject, object, to.name);
  if (!converted.ok) return converted.result;
  const changed = objectAfterEdits(pair, converted.object, edits);
  if (changed === undefined) return lawOk;
  const up = convertIfAccepted(subject, changed, from.name);
  if (!up.ok) return up.result;
  const before = up.object;
  const down = mustConvert(subject, before, to.name, { before });
  if (!down.ok) return down.result;
  const after = down.object;
  const upAgain = mustConvert(subject, after, from.name, { before, after });
  if (!upAgain.ok) return upAgain.result;
  const returned = upAgain.object;
  const expected = expectedAfterRoundTrip(pair, before);
  if (expected === undefined) return lawOk;
  // The body must survive even if the server would refuse the edited object, but then the preserved values may change.
  const isValid = isValidObject(changed, oppositeDirection(pair));
  const fault =
    bodyFault(pair, { expected, returned }) ??
    (isValid ? unsettledFault(pair, expected, returned) : undefined);
  return fault === undefined ? lawOk : lawFails({ before, after, returned, ...fault });
}

/**
 * The difference that the first round trip made, if a second round trip changes the object again. A change by the first round
 * trip alone is allowed: a preserved value that equals a default may disappear.
 */
function unsettledFault(
  pair: Direction,
  expected: ReviewObject,
  returned: ReviewObject,
): Discrepancy | undefined {
  const first = roundTripFault(pair, { expected, returned });
  if (first === undefined) return undefined;
  const { subject, from, to } = pair;
  const down = convertIfAccepted(subject, returned, to.name);
  const up = down.ok ? convertIfAccepted(subject, down.object, from.name) : down;
  if (!up.ok) return first;
  const isSettled = roundTripFault(pair, { expected: returned, returned: up.object }) === undefined;
  return isSettled ? undefined : first;
}
