import type { JsonObject } from "../json/value.ts";

/** One fault in a metav1.Status. `reason` is a FieldError's type, `field` its path. */
interface StatusCause {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
}

/**
 * The fields of a metav1.Status that a webhook sets.
 * Source: https://github.com/kubernetes/apimachinery/blob/v0.36.3/pkg/apis/meta/v1/types.go, Status.
 */
export interface Status {
  /** Shown to the user, behind the server's own prefix. */
  readonly message: string;
  /** A StatusReason such as `Forbidden`. `Invalid` makes kubectl print the causes in place of the message. */
  readonly reason: string;
  /** An HTTP status code. */
  readonly code: number;
  readonly details?: StatusDetails;
}

/** The object that a Status is about, and its faults. */
export interface StatusDetails {
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly causes: readonly StatusCause[];
}

/** A failure's Status as JSON. */
export interface StatusJson extends JsonObject {
  readonly status: "Failure";
  readonly message: string;
  readonly reason: string;
  readonly code: number;
}

/** The JSON of a failure's Status, for an AdmissionReview's response. */
export function statusValue({ message, reason, code, details }: Status): StatusJson {
  return {
    status: "Failure",
    message,
    reason,
    code,
    ...(details !== undefined && {
      details: { ...details, causes: details.causes.map((cause) => ({ ...cause })) },
    }),
  };
}

/** The JSON of a failure's Status as the body of an HTTP response: kube-apiserver shows its `message` to the user. */
export function statusBody(status: Status): JsonObject {
  return { kind: "Status", apiVersion: "v1", metadata: {}, ...statusValue(status) };
}
