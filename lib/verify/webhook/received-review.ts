import type { WebhookResponse } from "../../protocol/webhook-client/http-response.ts";

/** What came back for a review: an HTTP response, or why there is none. */
export type ReceivedReview =
  | { readonly type: "response"; readonly response: WebhookResponse }
  | { readonly type: "lost"; readonly reason: string };
