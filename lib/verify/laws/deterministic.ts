import { equal } from "../../json/equal.ts";
import { stringify } from "../../json/write.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk } from "../law-result.ts";
import { convertIfAccepted } from "../round-trip.ts";
import { anyObjects } from "../samples/objects.ts";
import type { Direction } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import { differenceText } from "../values/differences.ts";
import type { Law } from "./law.ts";

/** Converts each object twice and compares the bytes. For a webhook: three times, and ignoring the order of members. */
export const deterministicLaw: Law = {
  name: "deterministic",
  statement: "converting the same object again gives the same bytes",
  trial: (pair) => generatedTrial(anyObjects(pair), (object) => isSameEachTime(pair, object)),
};

function isSameEachTime(pair: Direction, before: ReviewObject): LawResult {
  const { subject, to } = pair;
  const once = convertIfAccepted(subject, before, to.name);
  if (!once.ok) return once.result;
  const again = isSameAgain(pair, before, once.object);
  if (again.type !== "ok" || subject.blackBox === undefined) return again;
  return isSameAgain(pair, before, once.object);
}

function isSameAgain(
  { subject, to }: Direction,
  before: ReviewObject,
  first: ReviewObject,
): LawResult {
  const twice = convertIfAccepted(subject, before, to.name);
  if (!twice.ok) return twice.result;
  const [after, returned] = [first, twice.object];
  if (stringify(after) === stringify(returned)) return lawOk;
  const what = equal(after, returned)
    ? "the members are in another order"
    : differenceText(after, returned, "then");
  return lawFails({
    before,
    after,
    returned,
    explanation: `converting the same object again gives another result (shown last): ${what}`,
  });
}
