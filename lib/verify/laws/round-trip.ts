import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk } from "../law-result.ts";
import { convertIfAccepted, expectedAfterRoundTrip, mustConvert } from "../round-trip.ts";
import { roundTripFault } from "../round-trip-fault.ts";
import { roundTripObjects } from "../samples/objects.ts";
import type { Direction } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import type { Law } from "./law.ts";

/** Converts an object to the other version and back. Only fields that the author declares as dropped may be missing. */
export const roundTripLaw: Law = {
  name: "round-trip",
  statement:
    "an object that is converted to the other version and back is the same as before, apart from fields declared as dropped",
  trial: (pair) => generatedTrial(roundTripObjects(pair), (object) => judgeRoundTrip(pair, object)),
};

/** Tries {@link roundTripLaw} on one object. */
export function judgeRoundTrip(pair: Direction, before: ReviewObject): LawResult {
  const { subject, from, to } = pair;
  const converted = convertIfAccepted(subject, before, to.name);
  if (!converted.ok) return converted.result;
  const after = converted.object;
  const back = mustConvert(subject, after, from.name, { before, after });
  if (!back.ok) return back.result;
  const returned = back.object;
  const expected = expectedAfterRoundTrip(pair, before);
  const fault = expected === undefined ? undefined : roundTripFault(pair, { expected, returned });
  return fault === undefined ? lawOk : lawFails({ before, after, returned, ...fault });
}
