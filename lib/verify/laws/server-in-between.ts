import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { converted, expectedHome, homeFault, mustConvert } from "../round-trip.ts";
import { validObjects } from "../samples/objects.ts";
import { serverPass } from "../server-pass.ts";
import type { Pair } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import { broken, kept, type Verdict } from "../verdict.ts";
import type { Law } from "./law.ts";

export const serverInBetween: Law = {
  name: "server-in-between",
  statement:
    "an object comes back also when the server prunes it and sets defaults at the other version",
  trial: (pair) =>
    generatedTrial(validObjects(pair), (object) => comesBackFromServer(pair, object)),
};

/** Whether an object as the server holds it comes back, when the server holds it at the other version meanwhile. */
export function comesBackFromServer(pair: Pair, object: ReviewObject): Verdict {
  const { subject, from, to } = pair;
  const before = serverPass(object, from);
  const there = converted(subject, before, to.name);
  if (!there.ok) return there.verdict;
  const after = serverPass(there.object, to);
  const back = mustConvert(subject, after, from.name, { before, after });
  if (!back.ok) return back.verdict;
  const home = serverPass(back.object, from);
  const expected = expectedHome(pair, before);
  if (expected === undefined) return kept;
  const explanation = homeFault(serverPass(expected, from), home, pair);
  return explanation === undefined ? kept : broken({ before, after, home, explanation });
}
