import { isDeepStrictEqual } from "node:util";
import jsonPatch from "fast-json-patch";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../lib/json/value.ts";
import { headFaults, isQualifiedName, objectOf, textAt } from "./review-rules.ts";

/** The faults of the response to an AdmissionReview; a well-formed denial has no fault. */
export function admissionFaults(
  review: JsonObject,
  answer: JsonObject,
  mutating: boolean,
): readonly string[] {
  const fallback = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview" };
  const response = objectOf(member(answer, "response"));
  const allowed = member(response, "allowed");
  return [
    ...headFaults(review, answer, fallback),
    ...(typeof allowed === "boolean" ? [] : ["allowed is not a boolean"]),
    ...(allowed === false ? denialFaults(response) : []),
    ...(mutating && allowed === true ? patchFaults(review, response) : noPatchFaults(response)),
    ...warningFaults(member(response, "warnings") ?? []),
    ...auditFaults(member(response, "auditAnnotations") ?? {}),
  ];
}

function denialFaults(response: JsonObject): readonly string[] {
  const status = objectOf(member(response, "status"));
  return [
    ...(textAt(status, "message") === "" ? ["a denial without a message"] : []),
    ...(Number.isInteger(member(status, "code")) ? [] : ["a denial without a code"]),
  ];
}

function noPatchFaults(response: JsonObject): readonly string[] {
  return ["patch", "patchType"]
    .filter((key) => member(response, key) !== undefined)
    .map((key) => `${key} in a response that may not have it`);
}

/** A patch must be decodable, apply, have an operation, and not change apiVersion, kind, name, namespace or uid. */
function patchFaults(review: JsonObject, response: JsonObject): readonly string[] {
  const patch = member(response, "patch");
  const patchType = member(response, "patchType");
  if (patch === undefined && patchType === undefined) return [];
  if (patchType !== "JSONPatch") return ["a patch without its type"];
  const before = asJson(objectOf(member(objectOf(member(review, "request")), "object")));
  const after = appliedTo(before, Buffer.from(String(patch), "base64").toString("utf8"));
  if (typeof after === "string") return [after];
  const [metadata, patched] = [
    objectOf(member(before, "metadata")),
    objectOf(member(after, "metadata")),
  ];
  return [
    ...["apiVersion", "kind"].filter((key) => before[key] !== after[key]),
    ...["name", "namespace", "uid"].filter(
      (key) => !isDeepStrictEqual(metadata[key], patched[key]),
    ),
  ].map((key) => `a patch that changes ${key}`);
}

/** The object with numbers in place of bigints, for a library that does not support bigint. */
function asJson(object: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(object, (_, value) => (typeof value === "bigint" ? Number(value) : value)),
  );
}

/** The object after a patch (JSON text), or why the patch can't be applied. */
function appliedTo(object: JsonObject, patch: string): JsonObject | string {
  try {
    const operations = JSON.parse(patch);
    if (!Array.isArray(operations) || operations.length === 0) return "a patch without operations";
    return jsonPatch.applyPatch(object, operations, true, false, false).newDocument;
  } catch (error) {
    return `a patch that does not apply: ${String(error)}`;
  }
}

/** The server cuts or drops longer warnings. The webhook must not send warnings that it would cut. */
function warningFaults(warnings: JsonValue): readonly string[] {
  if (!isArray(warnings)) return ["warnings are not a list"];
  const lengths = warnings.map((it) => (typeof it === "string" ? [...it].length : Number.NaN));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return [
    ...(lengths.every((length) => length >= 1 && length <= 256) ? [] : ["a warning too long"]),
    ...(total <= 4096 ? [] : ["warnings too long"]),
    ...(warnings.some((it) => /\p{Cc}/u.test(String(it))) ? ["a control character"] : []),
  ];
}

function auditFaults(annotations: JsonValue): readonly string[] {
  if (!isObject(annotations)) return ["auditAnnotations are not a map"];
  return Object.entries(annotations)
    .filter(
      ([key, value]) => key.includes("/") || !isQualifiedName(key) || typeof value !== "string",
    )
    .map(([key]) => `audit annotation ${key} is not valid`);
}
