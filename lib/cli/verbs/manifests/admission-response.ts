import { applyPatch } from "../../../admission/patch/apply.ts";
import type { Operation } from "../../../admission/patch/diff.ts";
import { parse } from "../../../json/parse.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../../json/value.ts";
import { fromBase64 } from "../../../protocol/base64.ts";
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
  const parsed = parse(fromBase64(patch) ?? "");
  const operations =
    parsed.ok && isArray(parsed.value) ? parsed.value.map(operationOf) : [undefined];
  const known = operations.filter((operation) => operation !== undefined);
  if (known.length < operations.length)
    return "the patch is not a JSON Patch of add, replace and remove";
  const applied = applyPatch(object, known);
  return applied.ok ? undefined : `the patch cannot be applied: ${applied.error}`;
}

function operationOf(value: JsonValue): Operation | undefined {
  if (!isObject(value)) return undefined;
  const { op, path, value: given = null } = value;
  if (typeof path !== "string") return undefined;
  if (op === "add" || op === "replace") return { op, path, value: given };
  return op === "remove" ? { op, path } : undefined;
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
