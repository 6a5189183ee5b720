import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { type Discrepancy, type LawResult, lawFails, lawOk } from "../law-result.ts";
import { bodyFault, differenceFor, returnFault, settled, withoutPreserved } from "../return.ts";
import { convertIfAccepted, expectedReturn, mustConvert } from "../round-trip.ts";
import { type EditedObject, edited, editedObjects } from "../samples/edited-objects.ts";
import { validObjects } from "../samples/objects.ts";
import { isValidObject } from "../samples/valid-object.ts";
import { type Direction, reversed } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import type { Law } from "./law.ts";

/** Edits a converted object, converts it back and forth repeatedly, and looks for changes after the first time. */
export const settles: Law = {
  name: "settles",
  statement:
    "without its preserved values an object converts to the same result again, and after an edit further round trips change nothing",
  trial: (pair) =>
    generatedTrial(editedObjects(pair, validObjects(pair)), (sample) => {
      const result = settlesWithoutPreserved(pair, sample.object);
      return result.type === "ok" ? staysSettled(pair, sample) : result;
    }),
};

/**
 * Converts an object to the other version, removes its preserved values, and converts it back and forth. The law fails if
 * the result differs. Only for versions that a single conversion joins, because a version in between may preserve values of
 * its own.
 */
function settlesWithoutPreserved(pair: Direction, before: ReviewObject): LawResult {
  const { subject, from, to } = pair;
  if (subject.steps(from.name, to.name).length > 1) return lawOk;
  const there = convertIfAccepted(subject, before, to.name);
  if (!there.ok) return there.result;
  const after = withoutPreserved(there.object, subject);
  const back = mustConvert(subject, after, from.name, { before, after });
  if (!back.ok) return back.result;
  const withoutEntries = withoutPreserved(back.object, subject);
  const again = mustConvert(subject, withoutEntries, to.name, { before, after });
  if (!again.ok) return again.result;
  const [one, other] = [settled(after), settled(withoutPreserved(again.object, subject))];
  const fault = differenceFor(subject, one, other);
  if (fault === undefined) return lawOk;
  const explanation = `without what was preserved, there and back and there again (shown last): ${fault.explanation}`;
  return lawFails({ ...fault, before, after, returned: again.object, explanation });
}

function staysSettled(pair: Direction, { object, edits }: EditedObject): LawResult {
  const { subject, from, to } = pair;
  const image = convertIfAccepted(subject, object, to.name);
  if (!image.ok) return image.result;
  const changed = edited(pair, image.object, edits);
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
  const expected = expectedReturn(pair, before);
  if (expected === undefined) return lawOk;
  // An edited object that the server would refuse must still come back, but its values may be preserved in other entries.
  const isTaken = isValidObject(changed, reversed(pair));
  const fault =
    bodyFault(pair, { expected, returned }) ??
    (isTaken ? unsettledFault(pair, expected, returned) : undefined);
  return fault === undefined ? lawOk : lawFails({ before, after, returned, ...fault });
}

/**
 * The difference after the first round trip, if the second one makes a difference too. A difference of the first one alone
 * is fine: a preserved value that equals a default may disappear.
 */
function unsettledFault(
  pair: Direction,
  expected: ReviewObject,
  returned: ReviewObject,
): Discrepancy | undefined {
  const first = returnFault(pair, { expected, returned });
  if (first === undefined) return undefined;
  const { subject, from, to } = pair;
  const down = convertIfAccepted(subject, returned, to.name);
  const up = down.ok ? convertIfAccepted(subject, down.object, from.name) : down;
  if (!up.ok) return first;
  const isSettled = returnFault(pair, { expected: returned, returned: up.object }) === undefined;
  return isSettled ? undefined : first;
}
