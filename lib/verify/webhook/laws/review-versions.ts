import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { differenceFor } from "../../return.ts";
import { validObjects } from "../../samples/objects.ts";
import type { BlackBox, Direction } from "../../subject.ts";
import { generatedTrial } from "../../trial.ts";
import { exchangeReview } from "../exchange.ts";
import { crashText } from "./responds.ts";

/**
 * Sends a review in each version of ConversionReview that the CRD lists, and compares the results; skipped if it lists only one.
 */
export const reviewVersions: Law = {
  name: "review-versions",
  statement: "reviews of v1 and v1beta1 have the same result, where the CRD lists both",
  trial: (pair) => {
    const { blackBox } = pair.subject;
    if (blackBox === undefined || blackBox.reviewVersions.length < 2) return undefined;
    return generatedTrial(validObjects(pair), (object) => isSameInAll(pair, blackBox, object));
  },
};

function isSameInAll(
  { subject, to }: Direction,
  { webhook, reviewVersions: all }: BlackBox,
  before: ReviewObject,
): LawResult {
  const first = subject.convert(before, to.name);
  if (first.type !== "converted") return lawRefused;
  const after = first.object;
  for (const reviewVersion of all) {
    const requested = {
      objects: [before],
      to: `${subject.kind.group}/${to.name}`,
      reviewVersion,
    };
    const exchange = exchangeReview(webhook, requested);
    if (exchange.type !== "converted") {
      const reason = exchange.type === "refused" ? exchange.message : crashText(exchange.fault);
      const explanation = `a review of ${reviewVersion}, which the CRD lists, fails: ${reason}`;
      return lawFails({ before, after, explanation });
    }
    const [returned = after] = exchange.accepted;
    const difference = differenceFor(subject, after, returned, "first, and");
    if (difference !== undefined) {
      const explanation = `in a review of ${reviewVersion} (shown last): ${difference.explanation}`;
      return lawFails({ ...difference, before, after, returned, explanation });
    }
  }
  return lawOk;
}
