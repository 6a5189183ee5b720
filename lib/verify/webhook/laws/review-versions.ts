import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { type LawResult, lawOk, lawRefused } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { validObjects } from "../../samples/objects.ts";
import type { BlackBox, Direction } from "../../subject.ts";
import { generatedTrial } from "../../trial.ts";
import { exchangeObjects, sameResult } from "./exchange-objects.ts";

/**
 * Sends a review in each version of ConversionReview that the CRD lists, and compares the results; skipped if it lists only one.
 */
export const reviewVersionsLaw: Law = {
  name: "review-versions",
  statement: "reviews of v1 and v1beta1 have the same result, where the CRD lists both",
  trial: (pair) => {
    const { blackBox } = pair.subject;
    if (blackBox === undefined || blackBox.reviewVersions.length < 2) return undefined;
    return generatedTrial(validObjects(pair), (object) => isSameInAll(pair, blackBox, object));
  },
};

function isSameInAll(pair: Direction, blackBox: BlackBox, before: ReviewObject): LawResult {
  const { subject, to } = pair;
  const first = subject.convert(before, to.name);
  if (first.type !== "converted") return lawRefused;
  for (const reviewVersion of blackBox.reviewVersions) {
    const exchange = exchangeObjects(pair, { ...blackBox, reviewVersion }, [before]);
    const result = sameResult(subject, exchange, {
      before,
      after: first.object,
      failed: `a review of ${reviewVersion}, which the CRD lists, fails`,
      differs: `in a review of ${reviewVersion}`,
      verb: "first, and",
    });
    if (result.type === "FAIL") return result;
  }
  return lawOk;
}
