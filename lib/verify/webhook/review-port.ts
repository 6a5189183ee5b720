import type { ReceivedReview } from "./received-review.ts";
import type { ReviewDelivery } from "./review-delivery.ts";

/** How the laws send reviews to a webhook, wherever it runs. */
export interface ReviewPort {
  /** Sends the text of a review and returns the result, also if the connection was lost. Never throws. */
  readonly send: (review: string) => ReceivedReview;
  /** Other ways to send a review, which return what {@link send} does; left out if there are none. */
  readonly deliveries?: ReadonlyMap<ReviewDelivery, ReviewPort["send"]>;
  /** Why no more reviews may be sent; undefined as long as they may. */
  readonly ended: () => StopReason | undefined;
}

/** The reason why no more reviews may be sent. */
export interface StopReason {
  readonly reason: string;
  /** True if the webhook caused the end; false if the run's limit was reached. */
  readonly isFault: boolean;
}
