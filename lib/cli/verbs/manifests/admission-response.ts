import { applyPatch } from "../../../admission/patch/apply.ts";
import { readPatch } from "../../../admission/patch/read-patch.ts";
import { mapAt } from "../../../json/members.ts";
import { type JsonObject, type JsonValue, member } from "../../../json/value.ts";
import { admissionGate } from "../../../protocol/gate/admission.ts";
import { reviewIn, type WebhookResponse } from "../../../protocol/webhook-client/http-response.ts";

/**
 * The fault of a response to an AdmissionReview; undefined if it has none. A response is faulty if kube-apiserver could not use
 * it, if its patch does not apply, or if it reports an error, such as a failed handler. A denial by a rule is not a fault.
 */
export function admissionFault(
  review: JsonObject,
  mutating: boolean,
  response: WebhookResponse,
): string | undefined {
  const apiVersion = String(member(review, "apiVersion"));
  const request = mapAt(review, "request");
  const expected = { apiVersion, kind: "AdmissionReview" } as const;
  const answered = reviewIn(response, expected);
  if (!answered.ok) return answered.error;
  const head = { ...expected, uid: String(member(request, "uid")) };
  const fault = admissionGate(head, mutating, answered.value);
  if (fault !== undefined) return fault;
  const given = mapAt(answered.value, "response");
  return (
    patchFault(mapAt(request, "object"), member(given, "patch")) ??
    (member(given, "allowed") === true ? undefined : statusFailure(mapAt(given, "status")))
  );
}

function patchFault(object: JsonObject, patch: JsonValue | undefined): string | undefined {
  if (typeof patch !== "string") return undefined;
  const operations = readPatch(patch);
  if (!operations.ok) return operations.error;
  const applied = applyPatch(object, operations.value);
  return applied.ok ? undefined : `the patch cannot be applied: ${applied.error}`;
}

/** The message of an error (code 400 or 5xx); undefined for a denial by a rule, which has code 403. */
function statusFailure(status: JsonObject): string | undefined {
  const code = member(status, "code");
  const isFailure = code === 400 || (typeof code === "number" && code >= 500);
  return isFailure ? String(member(status, "message") ?? `code ${code}`) : undefined;
}
