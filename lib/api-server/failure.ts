import type { FieldError } from "../schema/field-error/field-error.ts";
import { fieldMessage, joinedMessage } from "../schema/field-error/field-message.ts";
import type { ServedKind } from "./served-kind.ts";

/** The step of a request that refused the object. */
type RefusingStep =
  | "kubectl"
  | "decoding"
  | "conflict"
  | "mutating"
  | "schema"
  | "validating"
  | "conversion";

/** A refused request, as the server's metav1.Status reports it. */
export interface StatusError {
  readonly step: RefusingStep;
  /** The HTTP status; 0 if kubectl itself refuses and sends no request. */
  readonly code: number;
  /** A StatusReason such as `Invalid`; empty if the server gives none. */
  readonly reason: string;
  readonly message: string;
  /**
   * For an invalid object: its kind and name, and each fault with its path. Absent if the Status has no such details.
   */
  readonly invalid?: { readonly kind: string; readonly name: string; readonly causes: Causes };
}

/** The causes of a Status as text: `spec.cron: Required value`. */
type Causes = readonly string[];

/**
 * The error for an object that can't be decoded.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/endpoints/handlers/rest.go transformDecodeError.
 */
export function decodingFailure(
  { resource: { kind } }: ServedKind,
  version: string,
  error: string,
): StatusError {
  const message = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${error}`;
  return { step: "decoding", code: 400, reason: "BadRequest", message };
}

/**
 * The error for metadata that kubectl can't decode. `error` is the server's message, which lacks `metadata.` before the
 * names of fields; kubectl's message has it.
 * Source: https://github.com/kubernetes/cli-runtime/blob/v0.36.3/pkg/resource/mapper.go infoForData.
 */
export function kubectlFailure(error: string): StatusError {
  const message = error.replace(/(Go struct field \w+\.)/, "$1metadata.");
  return { step: "kubectl", code: 0, reason: "", message };
}

/**
 * The error for an update whose uid or resourceVersion is not that of the stored object. `detail` says which one
 * differs.
 */
export function conflictFailure(
  { plural, resource: { group } }: ServedKind,
  name: string,
  detail: string,
): StatusError {
  const what = `${plural}.${group} ${JSON.stringify(name)}`;
  const message = `Operation cannot be fulfilled on ${what}: ${detail}`;
  return { step: "conflict", code: 409, reason: "Conflict", message };
}

/** The error for an invalid object: its metadata is invalid, or its schema or a validation rule refuses it. */
export function invalidFailure(
  { resource: { kind, group } }: ServedKind,
  name: string,
  errors: readonly FieldError[],
): StatusError {
  const message = `${kind}.${group} ${JSON.stringify(name)} is invalid: ${joinedMessage(errors)}`;
  const causes = [...new Set(errors.map(fieldMessage))];
  return {
    step: "schema",
    code: 422,
    reason: "Invalid",
    message,
    invalid: { kind, name, causes },
  };
}

/** The error for an object that can't be converted. The server's Status has no reason in this case. */
export function conversionFailure(message: string): StatusError {
  return { step: "conversion", code: 500, reason: "", message };
}

/**
 * The error for a webhook that can't be called or whose response is malformed.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/admission/plugin/webhook/mutating/dispatcher.go.
 */
export function callFailure(
  step: "mutating" | "validating",
  webhook: string,
  fault: string,
): StatusError {
  const message = `Internal error occurred: failed calling webhook ${JSON.stringify(webhook)}: ${fault}`;
  return { step, code: 500, reason: "InternalError", message };
}
