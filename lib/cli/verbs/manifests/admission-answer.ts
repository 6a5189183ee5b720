import { applyPatch } from "../../../admission/patch/apply.ts";
import type { Operation } from "../../../admission/patch/diff.ts";
import { parse } from "../../../json/parse.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../../json/value.ts";
import { fromBase64 } from "../../../protocol/base64.ts";
import { admissionGate } from "../../../protocol/gate/admission.ts";
import { reviewIn, type WebhookResponse } from "../../../protocol/webhook-client/http-response.ts";

/**
 * What speaks against an answer to an AdmissionReview: that kube-apiserver could not use it, that its patch does not
 * apply, or that it refuses for no rule (the review was not understood, the handler failed). A rule's denial is an answer.
 */
export function admissionFault(
  review: JsonObject,
  mutating: boolean,
  response: WebhookResponse,
): string | undefined {
  const apiVersion = String(member(review, "apiVersion"));
  const request = objectAt(review, "request");
  const expected = { apiVersion, kind: "AdmissionReview" } as const;
  const answer = reviewIn(response, expected);
  if (!answer.ok) return answer.error;
  const head = { ...expected, uid: String(member(request, "uid")) };
  const fault = admissionGate(head, mutating, answer.value);
  if (fault !== undefined) return fault;
  const given = objectAt(answer.value, "response");
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
  if (known.length < operations.length) return "the patch is no JSON Patch of add, replace, remove";
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

/** The message of a denial that no rule gave: rules refuse with 403. */
function failureOf(status: JsonObject): string | undefined {
  const code = member(status, "code");
  const isFailure = code === 400 || (typeof code === "number" && code >= 500);
  return isFailure ? String(member(status, "message") ?? `code ${code}`) : undefined;
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = member(object, key);
  return isObject(value) ? value : {};
}
