import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { fromBase64 } from "../base64.ts";
import { qualifiedNameFault } from "./names.ts";

/**
 * Applies the rules that kube-apiserver applies to an AdmissionReview with a response. Returns why the server would
 * refuse it; undefined if the server accepts it. The code that creates a patch checks whether it can be applied.
 *
 * Stricter than the server for v1beta1: in a v1beta1 review, the server does not check uid, apiVersion, kind and patchType.
 * The result has no failure class, because the server counts all responses that it refuses as `calling_webhook_error`.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/admission/plugin/webhook/request/admissionreview.go,
 * VerifyAdmissionResponse; pkg/admission/plugin/webhook/mutating/dispatcher.go.
 */
export function admissionGate(
  head: { readonly apiVersion: string; readonly kind: "AdmissionReview"; readonly uid: string },
  mutating: boolean,
  review: JsonValue,
): string | undefined {
  if (!isObject(review)) return "the review is not a JSON object";
  const response = member(review, "response") ?? null;
  if (!isObject(response)) return "webhook response was absent";
  if (member(response, "uid") !== head.uid) {
    return `expected response.uid="${head.uid}", got ${JSON.stringify(member(response, "uid"))}`;
  }
  if (member(review, "apiVersion") !== head.apiVersion || member(review, "kind") !== head.kind) {
    return `expected webhook response of ${head.apiVersion}, Kind=${head.kind}`;
  }
  if (typeof member(response, "allowed") !== "boolean") return "response.allowed is not a boolean";
  return patchFault(response, mutating) ?? statusFault(response) ?? remarksFault(response);
}

function patchFault(response: JsonObject, mutating: boolean): string | undefined {
  const patch = member(response, "patch");
  const patchType = member(response, "patchType");
  if (!mutating && patch !== undefined) return "validating webhook may not return response.patch";
  if (!mutating && patchType !== undefined) {
    return "validating webhook may not return response.patchType";
  }
  if (patch === undefined && patchType === undefined) return undefined;
  if (patchType === undefined) return "webhook returned response.patch but not response.patchType";
  if (patch === undefined) return "webhook returned response.patchType but not response.patch";
  if (patchType !== "JSONPatch") return `unsupported patch type ${JSON.stringify(patchType)}`;
  if (typeof patch === "string" && fromBase64(patch)?.startsWith("[") === true) return undefined;
  return "received undecodable patch in webhook response";
}

function statusFault(response: JsonObject): string | undefined {
  const status = member(response, "status");
  if (status === undefined) return undefined;
  if (!isObject(status)) return "response.status is not an object";
  const code = member(status, "code");
  if (code !== undefined && !Number.isInteger(code))
    return "response.status.code is not an integer";
  return ["message", "reason", "status"].some((key) => !isTextOrAbsent(member(status, key)))
    ? "response.status.message, reason or status is not a string"
    : undefined;
}

function isTextOrAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || typeof value === "string";
}

function remarksFault(response: JsonObject): string | undefined {
  const warnings = member(response, "warnings") ?? [];
  if (!isArray(warnings) || !warnings.every((warning) => typeof warning === "string")) {
    return "response.warnings is not a list of strings";
  }
  const annotations = member(response, "auditAnnotations") ?? {};
  if (!isObject(annotations)) return "response.auditAnnotations is not a map";
  for (const [key, value] of Object.entries(annotations)) {
    if (typeof value !== "string") return `response.auditAnnotations[${key}] is not a string`;
    const fault = key.includes("/") ? "must have no prefix" : qualifiedNameFault(key);
    if (fault !== undefined) return `response.auditAnnotations[${key}]: ${fault}`;
  }
  return undefined;
}
