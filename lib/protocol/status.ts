import type { JsonObject } from "../json/value.ts";

/** One fault in a metav1.Status. `reason` is the type of a field error, `field` its path. */
type StatusCause = {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
};

/**
 * The fields of a metav1.Status that this project sets.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/apis/meta/v1/types.go, Status.
 */
export interface Status {
  /** The message for the user. The server puts its own prefix before it. */
  readonly message: string;
  /** A StatusReason such as `Forbidden`. With `Invalid`, kubectl prints the causes instead of the message. */
  readonly reason: string;
  /** The HTTP status, such as 403. */
  readonly code: number;
  readonly details?: StatusDetails;
}

/** The object that a Status is about, and the faults. */
export type StatusDetails = {
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly causes: readonly StatusCause[];
};

/**
 * A metav1.Status for a failure, as JSON. This and its members are types, not interfaces: TypeScript accepts a type as a
 * JsonObject, but not an interface.
 */
export type StatusJson = {
  readonly status: "Failure";
  readonly message: string;
  readonly reason: string;
  readonly code: number;
  readonly details?: StatusDetails;
};

/** Converts a Status to JSON, for an AdmissionReview's response. */
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

/** Converts a Status to the JSON body of an HTTP error. The user sees its `message`. */
export function statusBody(status: Status): JsonObject {
  return { kind: "Status", apiVersion: "v1", metadata: {}, ...statusValue(status) };
}
