import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { converted, expectedHome, homeFault, mustConvert } from "../round-trip.ts";
import { anyObjects } from "../samples/objects.ts";
import type { Pair } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import { broken, kept, type Verdict } from "../verdict.ts";
import type { Law } from "./law.ts";

export const roundTrip: Law = {
  name: "round-trip",
  statement: "an object that goes to another version and back is what it was",
  trial: (pair) => generatedTrial(anyObjects(pair), (object) => comesBack(pair, object)),
};

/** Whether an object comes back from the other version as it was, but for what the author declares as dropped. */
export function comesBack(pair: Pair, before: ReviewObject): Verdict {
  const { subject, from, to } = pair;
  const there = converted(subject, before, to.name);
  if (!there.ok) return there.verdict;
  const after = there.object;
  const back = mustConvert(subject, after, from.name, { before, after });
  if (!back.ok) return back.verdict;
  const home = back.object;
  const expected = expectedHome(pair, before);
  const fault = expected === undefined ? undefined : homeFault(expected, home, pair);
  return fault === undefined ? kept : broken({ before, after, home, explanation: fault });
}
