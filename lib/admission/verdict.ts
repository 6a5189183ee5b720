import type { AdmissionRequest } from "../protocol/admission-review.ts";
import type { ReviewHead } from "../protocol/review.ts";
import type { Status, StatusDetails } from "../protocol/status.ts";
import type { Refusal } from "./admission-kind.ts";

/** The Status of a request that rules refused: one message to read, every fault with its path in the causes. */
export function refusedStatus(request: AdmissionRequest, refusals: readonly Refusal[]): Status {
  return {
    message: refusals.map(messageOf).join("; "),
    reason: "Forbidden",
    code: 403,
    details: detailsOf(request, refusals),
  };
}

function messageOf({ message, faults }: Refusal): string {
  return (
    message ??
    faults
      .slice(0, maxCauses)
      .map(({ field, detail }) => `${field}: ${detail}`)
      .join(", ")
  );
}

function detailsOf(request: AdmissionRequest, refusals: readonly Refusal[]): StatusDetails {
  const causes = refusals.flatMap(({ faults }) => faults).slice(0, maxCauses);
  return {
    name: request.name,
    group: request.kind.group,
    kind: request.kind.kind,
    causes: causes.map(({ type, field, detail }) => ({ reason: type, message: detail, field })),
  };
}

/** Causes that a Status names at most: nobody reads more, and 300,000 faults would make an answer of 40 MB. */
const maxCauses = 1000;

/** The Status of a review that could not be understood. */
export function malformedStatus(message: string): Status {
  return { message, reason: "BadRequest", code: 400 };
}

/** The Status of a fault of our own; the details are in the log. */
export function crashedStatus({ uid }: ReviewHead): Status {
  return {
    message: `the webhook's handler failed; see its log under review ${uid}`,
    reason: "InternalError",
    code: 500,
  };
}

/** Characters that an answer may have beyond its review: a handler adds defaults, not megabytes. */
export const maxAnswerGrowth = 4 * 1024 * 1024;

/** The Status of an answer that is too long to send. */
export const grownStatus: Status = {
  message: `the webhook's answer would grow more than ${maxAnswerGrowth} bytes beyond its request`,
  reason: "InternalError",
  code: 500,
};

/** The Status of a handler that was not ready in time. */
export const lateStatus: Status = {
  message: "the webhook's handler was not ready before the deadline of the request",
  reason: "Timeout",
  code: 504,
};
