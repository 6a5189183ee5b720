import type { FieldError } from "../schema/field-error/field-error.ts";
import { fieldMessage, joinedMessage } from "../schema/field-error/field-message.ts";
import type { ServedKind } from "./served-kind.ts";

/** The step of a request that refused it. */
type RefusingStep =
  | "kubectl"
  | "decoding"
  | "conflict"
  | "mutating"
  | "schema"
  | "validating"
  | "conversion";

/** A refusal, as the server's metav1.Status reports it. */
export interface StatusError {
  readonly step: RefusingStep;
  /** An HTTP status code; 0 where kubectl does not send the request. */
  readonly code: number;
  /** A StatusReason; empty where the server gives none. */
  readonly reason: string;
  readonly message: string;
  /** The object that an invalid request names, and each fault with its path; absent where the server gives none. */
  readonly invalid?: { readonly kind: string; readonly name: string; readonly causes: Causes };
}

/** The causes of a Status: `spec.cron: Required value`. */
type Causes = readonly string[];

/**
 * An object that does not decode.
 * Source: https://github.com/kubernetes/apiserver/blob/v0.36.3/pkg/endpoints/handlers/rest.go transformDecodeError.
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
 * Metadata that kubectl itself can't decode. `error` is the server's message, which names the fields below metadata.
 * Source: https://github.com/kubernetes/cli-runtime/blob/v0.36.3/pkg/resource/mapper.go infoForData.
 */
export function kubectlFailure(error: string): StatusError {
  const message = error.replace(/(Go struct field \w+\.)/, "$1metadata.");
  return { step: "kubectl", code: 0, reason: "", message };
}

/** The failure of an update whose uid or resourceVersion is not that of the stored object. `detail` says which. */
export function conflictFailure(
  { plural, resource: { group } }: ServedKind,
  name: string,
  detail: string,
): StatusError {
  const what = `${plural}.${group} ${JSON.stringify(name)}`;
  const message = `Operation cannot be fulfilled on ${what}: ${detail}`;
  return { step: "conflict", code: 409, reason: "Conflict", message };
}

/** The failure for an object whose metadata is invalid, or which its schema or one of the schema's rules refuses. */
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

/** The failure of a request whose object could not be converted. The server's Status has no reason. */
export function conversionFailure(message: string): StatusError {
  return { step: "conversion", code: 500, reason: "", message };
}

/**
 * A webhook that could not be called, or whose response is malformed.
 * Source: https://github.com/kubernetes/apiserver/blob/v0.36.3/pkg/admission/plugin/webhook/mutating/dispatcher.go.
 */
export function callFailure(
  step: "mutating" | "validating",
  webhook: string,
  fault: string,
): StatusError {
  const message = `Internal error occurred: failed calling webhook ${JSON.stringify(webhook)}: ${fault}`;
  return { step, code: 500, reason: "InternalError", message };
}
