import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { ReportedCrash } from "../crashes.ts";

/** The part of a response that breaks the API server's rules: the review, or the objects in it. */
export type FaultyPart = "review" | "objects";

/** The error for a response that kube-apiserver does not accept and that is not a well-formed failure. */
export class WebhookFault extends Error {
  override readonly name = "WebhookFault";
  readonly part: FaultyPart;

  /** `message`: the API server's error for the response. */
  constructor(part: FaultyPart, message: string) {
    super(message);
    this.part = part;
  }
}

/** A {@link WebhookFault} that no law has reported yet. The law in which it occurs reports it. */
export class UnreportedWebhookFault extends ReportedCrash {
  override readonly name = "UnreportedWebhookFault";
  override readonly cause: WebhookFault;

  constructor(object: ReviewObject, cause: WebhookFault) {
    super(object, cause.message, { cause });
    this.cause = cause;
  }
}
