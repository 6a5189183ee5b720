import type { ReceivedReview } from "./received-review.ts";
import type { ReviewWay } from "./review-way.ts";

/** A webhook as the laws see it, wherever it is: what came back for the text of a review. */
export interface ReviewPort {
  /** Sends a review and returns what came back; a connection that was lost is a result too. Never throws. */
  readonly send: (review: string) => ReceivedReview;
  /** Other ways to send a review, as {@link send} does; left out where there is no other. */
  readonly ways?: ReadonlyMap<ReviewWay, ReviewPort["send"]>;
  /** Why no further object is to be tried; undefined while some are. */
  readonly ended: () => PortEnd | undefined;
}

/** Why reviews are no longer sent. */
export interface PortEnd {
  readonly reason: string;
  /** True where the webhook is to blame; false for a budget that is used up. */
  readonly isFault: boolean;
}
