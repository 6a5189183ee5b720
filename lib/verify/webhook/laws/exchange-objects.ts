import type { JsonObject } from "../../../json/value.ts";
import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk } from "../../law-result.ts";
import { unacknowledgedDifference } from "../../round-trip-fault.ts";
import type { BlackBox, Direction, Subject } from "../../subject.ts";
import { type Exchange, exchangeReview } from "../exchange.ts";

/** Sends objects in one review that requests the target version of a direction. */
export function exchangeObjects(
  { subject, to }: Direction,
  { webhook, reviewVersion }: Pick<BlackBox, "webhook" | "reviewVersion">,
  objects: readonly JsonObject[],
): Exchange {
  const target = `${subject.kind.group}/${to.name}`;
  return exchangeReview(webhook, { objects, to: target, reviewVersion });
}

/** Why the objects of a review were not converted. */
export function failureReason(exchange: Exclude<Exchange, { type: "converted" }>): string {
  return exchange.type === "refused" ? exchange.message : exchange.fault.message;
}

/** A conversion of one object (`before`) to `after`, and the texts if another conversion of it fails or gives another result. */
interface ComparedExchange {
  readonly before: ReviewObject;
  readonly after: ReviewObject;
  readonly failed: string;
  readonly differs: string;
  /** Stands between the two values of a difference, such as `as usual, and`. */
  readonly verb: string;
}

/** Judges a review of one object, which must have the same result as another conversion of it. */
export function sameResult(
  subject: Subject,
  exchange: Exchange,
  { before, after, failed, differs, verb }: ComparedExchange,
): LawResult {
  if (exchange.type !== "converted") {
    return lawFails({ before, after, explanation: `${failed}: ${failureReason(exchange)}` });
  }
  const [returned = after] = exchange.accepted;
  const difference = unacknowledgedDifference(subject, after, returned, verb);
  if (difference === undefined) return lawOk;
  const explanation = `${differs} (shown last): ${difference.explanation}`;
  return lawFails({ ...difference, before, after, returned, explanation });
}
