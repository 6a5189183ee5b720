import type { AdmissionRequest } from "../protocol/admission-review.ts";
import type { ReviewHead } from "../protocol/review.ts";
import type { Status, StatusDetails } from "../protocol/status.ts";
import { errorField, rootPath } from "../schema/field-error/path.ts";
import type { Refusal } from "./refusal.ts";

/**
 * The Status of a denial by rules or the conversion guard: one message for all refusals, and for each fault a cause with its
 * path. It has at most {@link maxCauses} causes.
 */
export function refusedStatus(request: AdmissionRequest, refusals: readonly Refusal[]): Status {
  return {
    message: refusals.map(denialMessage).join("; "),
    reason: "Forbidden",
    code: 403,
    details: detailsOf(request, refusals),
  };
}

function denialMessage({ message, faults }: Refusal): string {
  return (
    message ??
    faults
      .slice(0, maxCauses)
      .map(({ field, detail }) => (field === wholeObject ? detail : `${field}: ${detail}`))
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

/** The path by which field errors name the whole object. */
const wholeObject = errorField(rootPath);

/** The most causes in a Status: 300,000 faults would make a response of 40 MB. */
export const maxCauses = 1000;

/** The Status of a review that is malformed or not served. */
export function malformedStatus(message: string): Status {
  return { message, reason: "BadRequest", code: 400 };
}

/** The Status of an internal error. It refers to the log, which has the details. */
export function crashedStatus({ uid }: ReviewHead<"AdmissionReview">): Status {
  return {
    message: `the webhook's handler failed; see its log under review ${uid}`,
    reason: "InternalError",
    code: 500,
  };
}

/**
 * How many bytes larger than its request a response may be. etcd accepts requests of 1.5 MiB by default
 * (DefaultMaxRequestBytes), so a patch that replaces the largest object has 2 MiB in base64. The limit is twice that.
 */
export const maxAdmissionGrowthBytes = 4 * 1024 * 1024;

/** The Status of a denial whose response would be too long. */
export const oversizedResponseStatus: Status = {
  message: `the webhook's response would be more than ${maxAdmissionGrowthBytes >> 20} MiB larger than its request`,
  reason: "InternalError",
  code: 500,
};

/** The Status of a denial because a handler did not finish in time. */
export const lateStatus: Status = {
  message: "the webhook's handler did not finish before the deadline of the request",
  reason: "Timeout",
  code: 504,
};
