import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { ConversionRequest } from "../conversion-review.ts";
import { parseApiVersion } from "../gvk.ts";
import type { ReviewHead } from "../review.ts";
import { metadataFault } from "./metadata.ts";

/**
 * The server's names for what is wrong with an answer.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/conversion/metrics.go.
 */
export type FailureClass =
  | "conversion_webhook_call_failure"
  | "conversion_webhook_malformed_response_failure"
  | "conversion_webhook_partial_response_failure"
  | "conversion_webhook_invalid_converted_object_failure"
  | "conversion_webhook_no_objects_returned_failure";

/** Why the server would refuse an answer. `message` is its own text without the prefix that names the kind. */
export interface GateFault {
  readonly failureClass: FailureClass;
  readonly message: string;
}

/**
 * Applies to an answer every rule that kube-apiserver applies, in its order; undefined where it accepts. A failure
 * that is well formed (`status: Failed`) is refused too: it converts nothing.
 *
 * Stricter than the server in one place: of a v1beta1 review it checks neither uid, apiVersion nor kind, we do.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/conversion/webhook_converter.go, Convert.
 */
export function conversionGate(
  head: ReviewHead,
  request: ConversionRequest,
  answer: JsonValue,
): GateFault | undefined {
  const envelope = envelopeFault(head, answer);
  if (envelope !== undefined) return envelope;
  const response = member(answer as JsonObject, "response") as JsonObject;
  const objects = member(response, "convertedObjects") ?? [];
  if (!isArray(objects)) return callFailure("convertedObjects is no list");
  const expected = request.objects.length;
  if (objects.length !== expected) {
    return {
      failureClass: "conversion_webhook_partial_response_failure",
      message: `returned ${objects.length} objects, expected ${expected}`,
    };
  }
  for (const [index, original] of request.objects.entries()) {
    const fault = objectFault(original, objects[index] ?? null, request.desiredAPIVersion);
    if (fault !== undefined) {
      return {
        failureClass: "conversion_webhook_invalid_converted_object_failure",
        message: `returned invalid converted object at index ${index}: ${fault.message}`,
      };
    }
  }
  return undefined;
}

function envelopeFault(head: ReviewHead, answer: JsonValue): GateFault | undefined {
  if (!isObject(answer)) return callFailure("the answer is no JSON object");
  return typeFault(head, answer) ?? responseFault(answer, head.uid);
}

/** The answer's own type: the server looks at it in v1 only. */
export function typeFault(
  head: { readonly apiVersion: string; readonly kind: string },
  answer: JsonObject,
): GateFault | undefined {
  const [apiVersion, kind] = [text(member(answer, "apiVersion")), text(member(answer, "kind"))];
  if (apiVersion === head.apiVersion && kind === head.kind) return undefined;
  const got = `${apiVersion === "" ? "/" : apiVersion}, Kind=${kind}`;
  return malformed(
    `expected webhook response of ${head.apiVersion}, Kind=${head.kind}, got ${got}`,
  );
}

/** The answer's response up to its objects; `uid` undefined where the server does not look at it (v1beta1). */
export function responseFault(answer: JsonObject, uid: string | undefined): GateFault | undefined {
  const response = member(answer, "response") ?? null;
  if (response === null) return malformed("no response provided");
  if (!isObject(response)) return callFailure("response is no object");
  const got = member(response, "uid") ?? "";
  if (typeof got !== "string") return callFailure("response.uid is no string");
  if (uid !== undefined && got !== uid) {
    return malformed(`expected response.uid="${uid}", got "${got}"`);
  }
  return resultFault(member(response, "result") ?? {});
}

function resultFault(result: JsonValue): GateFault | undefined {
  if (!isObject(result)) return callFailure("response.result is no object");
  const status = member(result, "status") ?? "";
  const message = member(result, "message") ?? "";
  if (typeof status !== "string" || typeof message !== "string") {
    return callFailure("response.result.status or message is no string");
  }
  if (status === "Success") return undefined;
  return malformed(message || `response.result.status was '${status}', not 'Success'`);
}

/** What the server would find wrong with one converted object, and at which of its steps. */
export interface ObjectFault {
  readonly step: "decode" | "type" | "identity" | "metadata";
  readonly message: string;
}

/** What the server would find wrong with one converted object, undefined where nothing is. */
export function objectFault(
  original: JsonObject,
  convertedObject: JsonValue,
  desiredAPIVersion: string,
): ObjectFault | undefined {
  if (convertedObject === null) return { step: "decode", message: "unexpected end of JSON input" };
  if (!isObject(convertedObject) || text(member(convertedObject, "kind")) === "") {
    const message = `Object 'Kind' is missing in '${stringify(convertedObject)}'`;
    return { step: "decode", message };
  }
  const apiVersion = text(member(convertedObject, "apiVersion"));
  if (apiVersion !== desiredAPIVersion) {
    const received = parseApiVersion(apiVersion) === undefined ? "" : apiVersion;
    const message = `invalid groupVersion (expected ${desiredAPIVersion}, received ${received})`;
    return { step: "type", message };
  }
  const [before, after] = [text(member(original, "kind")), text(member(convertedObject, "kind"))];
  if (before !== after) {
    return { step: "type", message: `invalid kind (expected ${before}, received ${after})` };
  }
  const identityText = identityFault(original, convertedObject);
  if (identityText !== undefined) return { step: "identity", message: identityText };
  const metadataText = metadataFault(original, convertedObject);
  return metadataText === undefined ? undefined : { step: "metadata", message: metadataText };
}

const identity = [
  { field: "name", label: "name" },
  { field: "namespace", label: "namespace" },
  { field: "uid", label: "UID" },
] as const;

function identityFault(original: JsonObject, convertedObject: JsonObject): string | undefined {
  const [metadata, answered] = [metadataOf(original), metadataOf(convertedObject)];
  if (metadata === answered) return undefined;
  for (const { field, label } of identity) {
    const [before, after] = [text(member(metadata, field)), text(member(answered, field))];
    if (before !== after) return `must have the same ${label}: ${before} != ${after}`;
  }
  return undefined;
}

function metadataOf(object: JsonObject): JsonObject {
  const metadata = member(object, "metadata");
  return isObject(metadata) ? metadata : {};
}

/** A string as Go's accessors give it: what is no string reads as empty. */
function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function malformed(message: string): GateFault {
  return { failureClass: "conversion_webhook_malformed_response_failure", message };
}

function callFailure(message: string): GateFault {
  return { failureClass: "conversion_webhook_call_failure", message };
}
