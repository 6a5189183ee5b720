import { assertDefined } from "../../json/invariant.ts";
import { textAt } from "../../json/members.ts";
import { err, ok, type Result } from "../../json/result.ts";
import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { ConversionRequest } from "../conversion-review.ts";
import { parseApiVersion } from "../gvk.ts";
import { metadataOf } from "../object-metadata.ts";
import { metadataFault } from "./metadata.ts";

/**
 * The classes of a failed conversion in the server's metrics.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/conversion/metrics.go.
 */
export type FailureClass =
  | "conversion_webhook_call_failure"
  | "conversion_webhook_malformed_response_failure"
  | "conversion_webhook_partial_response_failure"
  | "conversion_webhook_invalid_converted_object_failure"
  | "conversion_webhook_no_objects_returned_failure";

/** Why the server would refuse a response. `message` is the server's text without its prefix, which names the kind. */
export interface GateFault {
  readonly failureClass: FailureClass;
  readonly message: string;
}

/**
 * Applies the rules that kube-apiserver applies to a ConversionReview with a response, in the server's order. Returns
 * why the server would refuse it; undefined if the server accepts it. A response that reports a failure (`status:
 * Failed`) is refused too, with the message of that failure.
 *
 * Stricter than the server for v1beta1: in a v1beta1 review, the server does not check uid, apiVersion and kind.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/conversion/webhook_converter.go,
 * Convert.
 */
export function conversionGate(
  head: { readonly apiVersion: string; readonly kind: "ConversionReview"; readonly uid: string },
  request: ConversionRequest,
  review: JsonValue,
): GateFault | undefined {
  if (!isObject(review)) return callFailure("the review is not a JSON object");
  const type = responseTypeFault(head, review);
  if (type !== undefined) return type;
  const converted = convertedObjectsOf(review, head.uid);
  if (!converted.ok) return converted.error;
  const [returned, expected] = [converted.value.length, request.objects.length];
  if (returned !== expected) {
    return {
      failureClass: "conversion_webhook_partial_response_failure",
      message: `returned ${returned} objects, expected ${expected}`,
    };
  }
  for (const [index, original] of request.objects.entries()) {
    const object = assertDefined(
      converted.value[index],
      "as many objects are returned as were sent",
    );
    const fault = objectFault(original, object, request.desiredAPIVersion);
    if (fault !== undefined) {
      return {
        failureClass: "conversion_webhook_invalid_converted_object_failure",
        message: `returned invalid converted object at index ${index}: ${fault.message}`,
      };
    }
  }
  return undefined;
}

/**
 * The fault of a response whose apiVersion or kind is not that of the request; undefined if they agree. The server
 * checks this in v1 only.
 */
export function responseTypeFault(
  head: { readonly apiVersion: string; readonly kind: string },
  review: JsonObject,
): GateFault | undefined {
  const [apiVersion, kind] = [textAt(review, "apiVersion"), textAt(review, "kind")];
  if (apiVersion === head.apiVersion && kind === head.kind) return undefined;
  const got = `${apiVersion === "" ? "/" : apiVersion}, Kind=${kind}`;
  return malformedFault(
    `expected webhook response of ${head.apiVersion}, Kind=${head.kind}, got ${got}`,
  );
}

/** The objects of a successful response. Pass undefined for `uid` if the server does not check it (v1beta1). */
export function convertedObjectsOf(
  review: JsonObject,
  uid: string | undefined,
): Result<JsonArray, GateFault> {
  const response = member(review, "response") ?? null;
  if (response === null) return err(malformedFault("no response provided"));
  if (!isObject(response)) return err(callFailure("response is not an object"));
  const got = member(response, "uid") ?? "";
  if (typeof got !== "string") return err(callFailure("response.uid is not a string"));
  if (uid !== undefined && got !== uid) {
    return err(malformedFault(`expected response.uid="${uid}", got "${got}"`));
  }
  const fault = resultFault(member(response, "result") ?? {});
  if (fault !== undefined) return err(fault);
  const objects = member(response, "convertedObjects") ?? [];
  return isArray(objects) ? ok(objects) : err(callFailure("convertedObjects is not a list"));
}

function resultFault(result: JsonValue): GateFault | undefined {
  if (!isObject(result)) return callFailure("response.result is not an object");
  const status = member(result, "status") ?? "";
  const message = member(result, "message") ?? "";
  const reason = member(result, "reason") ?? "";
  if (typeof status !== "string" || typeof message !== "string" || typeof reason !== "string") {
    return callFailure("response.result.status, message or reason is not a string");
  }
  if (!Number.isInteger(member(result, "code") ?? 0)) {
    return callFailure("response.result.code is not an integer");
  }
  if (status === "Success") return undefined;
  return malformedFault(message || `response.result.status was '${status}', not 'Success'`);
}

/** Why the server would refuse a converted object, and in which step. */
interface ObjectFault {
  readonly step: "decode" | "type" | "identity" | "metadata";
  readonly message: string;
}

/** Why the server would refuse a converted object; undefined if it accepts the object. */
export function objectFault(
  original: JsonObject,
  convertedObject: JsonValue,
  desiredAPIVersion: string,
): ObjectFault | undefined {
  if (convertedObject === null) return { step: "decode", message: "unexpected end of JSON input" };
  if (!isObject(convertedObject) || textAt(convertedObject, "kind") === "") {
    const message = `Object 'Kind' is missing in '${stringify(convertedObject)}'`;
    return { step: "decode", message };
  }
  const apiVersion = textAt(convertedObject, "apiVersion");
  if (apiVersion !== desiredAPIVersion) {
    const received = parseApiVersion(apiVersion) === undefined ? "" : apiVersion;
    const message = `invalid groupVersion (expected ${desiredAPIVersion}, received ${received})`;
    return { step: "type", message };
  }
  const [before, after] = [textAt(original, "kind"), textAt(convertedObject, "kind")];
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
  const [metadata, converted] = [metadataOf(original), metadataOf(convertedObject)];
  if (metadata === converted) return undefined;
  for (const { field, label } of identity) {
    const [before, after] = [textAt(metadata, field), textAt(converted, field)];
    if (before !== after) return `must have the same ${label}: ${before} != ${after}`;
  }
  return undefined;
}

function malformedFault(message: string): GateFault {
  return { failureClass: "conversion_webhook_malformed_response_failure", message };
}

function callFailure(message: string): GateFault {
  return { failureClass: "conversion_webhook_call_failure", message };
}
