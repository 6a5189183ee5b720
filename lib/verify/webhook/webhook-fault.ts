import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { ReportedCrash } from "../crashes.ts";

/** Which rules of the API server a response breaks: those of the review, or those of the objects in it. */
export type FaultyPart = "review" | "objects";

/** A response that kube-apiserver does not accept, and that is not a well-formed failure. */
export class WebhookFault extends Error {
  override readonly name = "WebhookFault";
  readonly part: FaultyPart;

  /** `message`: what the API server says of the response. */
  constructor(part: FaultyPart, message: string) {
    super(message);
    this.part = part;
  }
}

/** A {@link WebhookFault} that no law has reported yet: whichever law meets it, reports it. */
export class NewWebhookFault extends ReportedCrash {
  override readonly name = "NewWebhookFault";
  override readonly cause: WebhookFault;

  constructor(object: ReviewObject, cause: WebhookFault) {
    super(object, cause.message, { cause });
    this.cause = cause;
  }
}
