import { err, ok, type Result } from "../json/result.ts";
import { isObject, type JsonObject, type JsonValue } from "../json/value.ts";
import { envelopeFault } from "./envelope/envelope.ts";
import { conversion } from "./envelope/validators.generated.ts";
import type { ReviewHead } from "./review.ts";

/** Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apis/apiextensions/v1/types.go, ConversionRequest. */
export interface ConversionRequest {
  readonly uid: string;
  /** `group/version`. */
  readonly desiredAPIVersion: string;
  /** One or more objects, in one or more versions, whole or in parts; each has an apiVersion and a kind. */
  readonly objects: readonly ReviewObject[];
}

/** An object as the server sends it: its type is known, its metadata may be missing. */
export interface ReviewObject extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
}

/** A ConversionReview as it leaves: built by {@link converted} or {@link failed} only. */
export interface ConversionReply extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly response: JsonObject;
}

/** Reads the request of a ConversionReview; the error says what is wrong with it and where. */
export function readConversionRequest(request: JsonObject): Result<ConversionRequest, string> {
  const fault = envelopeFault(conversion, request);
  return fault === undefined && isConversionRequest(request)
    ? ok(request)
    : err(fault ?? "request");
}

/** The envelope's schema has already said so: this only tells the compiler. */
function isConversionRequest(
  request: JsonObject | ConversionRequest,
): request is ConversionRequest {
  return Array.isArray(request["objects"]);
}

/** The reply to a review whose objects were all converted: same number, same order. */
export function converted(head: ReviewHead, objects: readonly JsonObject[]): ConversionReply {
  return {
    apiVersion: head.apiVersion,
    kind: head.kind,
    response: { uid: head.uid, result: { status: "Success" }, convertedObjects: objects },
  };
}

/** The reply that fails the whole review. The server shows `message` to the user, and nothing else. */
export function failed(head: ReviewHead, message: string): ConversionReply {
  return {
    apiVersion: head.apiVersion,
    kind: head.kind,
    response: { uid: head.uid, result: { status: "Failed", message }, convertedObjects: [] },
  };
}

/** True for an object that names its type. */
export function isReviewObject(value: JsonValue | undefined): value is ReviewObject {
  return (
    isObject(value) && typeof value["apiVersion"] === "string" && typeof value["kind"] === "string"
  );
}
