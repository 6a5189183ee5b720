import type { WebhookResponse } from "../../protocol/webhook-client/http-response.ts";

/** The result of sending a review: an HTTP response, or the reason why there is none. */
export type ReceivedReview =
  | { readonly type: "response"; readonly response: WebhookResponse }
  | { readonly type: "lost"; readonly reason: string };
