import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { fromBase64 } from "../base64.ts";
import type { ReviewHead } from "../review.ts";
import { qualifiedNameFault } from "./names.ts";

/**
 * Applies to an answer every rule that kube-apiserver applies to its form; undefined where it accepts. Whether a patch
 * applies to the object is proved where the patch is made.
 *
 * Stricter than the server in one place: of a v1beta1 review it checks neither uid, apiVersion, kind nor patchType, we do.
 * Source: k8s.io/apiserver@v0.36.3 pkg/admission/plugin/webhook/request/admissionreview.go, VerifyAdmissionResponse.
 */
export function admissionGate(
  head: ReviewHead,
  mutating: boolean,
  answer: JsonValue,
): string | undefined {
  if (!isObject(answer)) return "the answer is no JSON object";
  const response = member(answer, "response") ?? null;
  if (!isObject(response)) return "webhook response was absent";
  if (member(response, "uid") !== head.uid) {
    return `expected response.uid="${head.uid}", got ${JSON.stringify(member(response, "uid"))}`;
  }
  if (member(answer, "apiVersion") !== head.apiVersion || member(answer, "kind") !== head.kind) {
    return `expected webhook response of ${head.apiVersion}, Kind=${head.kind}`;
  }
  if (typeof member(response, "allowed") !== "boolean") return "response.allowed is no boolean";
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
  if (!isObject(status)) return "response.status is no object";
  const code = member(status, "code");
  if (code !== undefined && !Number.isInteger(code)) return "response.status.code is no integer";
  return ["message", "reason", "status"].some((key) => !isTextOrAbsent(member(status, key)))
    ? "response.status has a text that is none"
    : undefined;
}

function isTextOrAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || typeof value === "string";
}

function remarksFault(response: JsonObject): string | undefined {
  const warnings = member(response, "warnings") ?? [];
  if (!isArray(warnings) || !warnings.every((warning) => typeof warning === "string")) {
    return "response.warnings is no list of strings";
  }
  const annotations = member(response, "auditAnnotations") ?? {};
  if (!isObject(annotations)) return "response.auditAnnotations is no map";
  for (const [key, value] of Object.entries(annotations)) {
    if (typeof value !== "string") return `response.auditAnnotations[${key}] is no string`;
    const fault = key.includes("/") ? "must have no prefix" : qualifiedNameFault(key);
    if (fault !== undefined) return `response.auditAnnotations[${key}]: ${fault}`;
  }
  return undefined;
}
