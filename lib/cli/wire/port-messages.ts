import type { MessagePort } from "node:worker_threads";
import type { ReceivedReview } from "../../verify/webhook/received-review.ts";
import type { ReviewDelivery } from "../../verify/webhook/review-delivery.ts";
import type { ConnectTo } from "../server/connection.ts";

/**
 * The most times that a review is sent again after a response with Retry-After. kube-apiserver retries up to ten times, but a
 * webhook that is unavailable for so long should be reported. The number is a choice.
 */
export const maxRetries = 3;

/** The url of a webhook, and how to connect to it. */
export interface WireOptions {
  readonly url: string;
  /** PEM of the only CA to trust; absent to trust the CAs that Node trusts. */
  readonly ca?: string;
  /** The address to connect to instead of the url's host. The certificate must still be for the url's host. */
  readonly connectTo?: ConnectTo;
  readonly timeoutSeconds: number;
}

/** The `workerData` of the thread that sends reviews. */
export interface WireThreadData extends WireOptions {
  /** One Int32: 0 while the thread works on a request, 1 when its result is in the port. */
  readonly state: SharedArrayBuffer;
  /** The port with {@link WireRequest} messages to the thread and {@link WireResult} messages from it. */
  readonly port: MessagePort;
}

/** A request to the thread: connect, or send a review (JSON text). */
export type WireRequest =
  | { readonly type: "connect" }
  | { readonly type: "send"; readonly review: string; readonly delivery?: ReviewDelivery };

/** The thread's result of a request. `timedOut`: the webhook did not respond in time. */
export type WireResult =
  | { readonly type: "connected"; readonly offersHttp2: boolean }
  | (ReceivedReview & { readonly timedOut?: boolean });
