import type { MessagePort } from "node:worker_threads";
import type { ReceivedReview } from "../../verify/webhook/received-review.ts";
import type { ReviewWay } from "../../verify/webhook/review-way.ts";
import type { ConnectTo } from "../server/connection.ts";

/** Where a webhook is, and how it is reached. */
export interface WireOptions {
  readonly url: string;
  /** PEM of the only CA to trust; left out for those that Node trusts. */
  readonly ca?: string;
  /** Where the connection is made, whatever the url says; the certificate must still be the url's host's. */
  readonly connectTo?: ConnectTo;
  readonly timeoutSeconds: number;
}

/** What the thread that sends is given. */
export interface WireThreadData extends WireOptions {
  /** One Int32: 0 while the thread is at work, 1 once its result is there. */
  readonly state: SharedArrayBuffer;
  /** Where requests come from and results go. */
  readonly port: MessagePort;
}

/** What the thread is asked: to connect, or to send the text of a review. */
export type WireRequest =
  | { readonly type: "connect" }
  | { readonly type: "send"; readonly review: string; readonly way?: ReviewWay };

/** The result that the thread returns. `timedOut`: the webhook did not respond in time. */
export type WireResult =
  | { readonly type: "connected"; readonly offersHttp2: boolean }
  | (ReceivedReview & { readonly timedOut?: boolean });
