import { applyPatch } from "../../../admission/patch/apply.ts";
import { readPatch } from "../../../admission/patch/read-patch.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../../json/value.ts";
import { admissionGate } from "../../../protocol/gate/admission.ts";
import { reviewIn, type WebhookResponse } from "../../../protocol/webhook-client/http-response.ts";

/**
 * The fault of a response to an AdmissionReview: kube-apiserver could not use it, its patch does not apply, or it fails
 * for another reason than a rule, such as a failed handler. A denial by a rule is not a fault.
 */
export function admissionFault(
  review: JsonObject,
  mutating: boolean,
  response: WebhookResponse,
): string | undefined {
  const apiVersion = String(member(review, "apiVersion"));
  const request = objectAt(review, "request");
  const expected = { apiVersion, kind: "AdmissionReview" } as const;
  const answered = reviewIn(response, expected);
  if (!answered.ok) return answered.error;
  const head = { ...expected, uid: String(member(request, "uid")) };
  const fault = admissionGate(head, mutating, answered.value);
  if (fault !== undefined) return fault;
  const given = objectAt(answered.value, "response");
  return (
    patchFault(objectAt(request, "object"), member(given, "patch")) ??
    (member(given, "allowed") === true ? undefined : failureOf(objectAt(given, "status")))
  );
}

function patchFault(object: JsonObject, patch: JsonValue | undefined): string | undefined {
  if (typeof patch !== "string") return undefined;
  const operations = readPatch(patch);
  if (!operations.ok) return operations.error;
  const applied = applyPatch(object, operations.value);
  return applied.ok ? undefined : `the patch cannot be applied: ${applied.error}`;
}

/** The message of a failure; undefined for the denial of a rule, which has code 403. */
function failureOf(status: JsonObject): string | undefined {
  const code = member(status, "code");
  const isFailure = code === 400 || (typeof code === "number" && code >= 500);
  return isFailure ? String(member(status, "message") ?? `code ${code}`) : undefined;
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = member(object, key);
  return isObject(value) ? value : {};
}
