import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk } from "../law-result.ts";
import { prunedAndDefaulted } from "../pruned-and-defaulted.ts";
import { convertIfAccepted, expectedAfterRoundTrip, mustConvert } from "../round-trip.ts";
import { roundTripFault } from "../round-trip-fault.ts";
import { validObjects } from "../samples/objects.ts";
import type { Direction } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import type { Law } from "./law.ts";

/** Like `round-trip`, but prunes the object and sets defaults after each conversion, as the API server does. */
export const serverInBetweenLaw: Law = {
  name: "server-in-between",
  statement:
    "an object survives a round trip in which the server prunes it and sets defaults at both versions; only absent fields may get a default",
  trial: (pair) =>
    generatedTrial(validObjects(pair), (object) => comesBackFromServer(pair, object)),
};

/**
 * Tries {@link serverInBetweenLaw} on one object. A default that the target version sets may fill a field that was absent; no
 * other change is allowed.
 */
export function comesBackFromServer(pair: Direction, object: ReviewObject): LawResult {
  const { subject, from, to } = pair;
  const before = prunedAndDefaulted(object, from);
  const converted = convertIfAccepted(subject, before, to.name);
  if (!converted.ok) return converted.result;
  const after = prunedAndDefaulted(converted.object, to);
  const back = mustConvert(subject, after, from.name, { before, after });
  if (!back.ok) return back.result;
  const returned = prunedAndDefaulted(back.object, from);
  const expected = expectedAfterRoundTrip(pair, before);
  if (expected === undefined) return lawOk;
  const fault = roundTripFault(pair, {
    expected: prunedAndDefaulted(expected, from),
    returned,
    server: { isBetween: true, undefaulted: () => unchangedByServer(pair, before) },
  });
  return fault === undefined ? lawOk : lawFails({ before, after, returned, ...fault });
}

/** The object after a round trip without pruning and defaults; undefined if a conversion fails. */
function unchangedByServer({ subject, from, to }: Direction, object: ReviewObject) {
  const converted = convertIfAccepted(subject, object, to.name);
  const back = converted.ok ? convertIfAccepted(subject, converted.object, from.name) : converted;
  return back.ok ? back.object : undefined;
}
