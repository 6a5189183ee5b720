import { known } from "../json/invariant.ts";
import { err, ok, type Result } from "../json/result.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../json/value.ts";
import { envelopeFault } from "./envelope/envelope.ts";
import { conversion } from "./envelope/validators.generated.ts";
import type { ReviewHead } from "./review.ts";

/**
 * What the server asks to convert.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/v0.36.3/pkg/apis/apiextensions/v1/types.go,
 * ConversionRequest.
 */
export interface ConversionRequest {
  readonly uid: string;
  /** `group/version`. */
  readonly desiredAPIVersion: string;
  /** Whole objects or fragments, in any versions. */
  readonly objects: readonly ReviewObject[];
}

/** An object as the server sends it: it has a type, its metadata may be absent. */
export interface ReviewObject extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
}

/** A ConversionReview with a response. Only {@link converted} and {@link failed} build one. */
export interface ConversionReview extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly response: ConversionResponse;
}

/**
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/v0.36.3/pkg/apis/apiextensions/v1/types.go,
 * ConversionResponse.
 */
export type ConversionResponse = ConvertedResponse | FailedResponse;

/** All objects of a review were converted. */
interface ConvertedResponse extends JsonObject {
  readonly uid: string;
  readonly result: { readonly status: "Success" };
  /** As many as were sent, in the same order. */
  readonly convertedObjects: readonly JsonObject[];
}

/** One object could not be converted, which fails the whole review. */
interface FailedResponse extends JsonObject {
  readonly uid: string;
  readonly result: { readonly status: "Failed"; readonly message: string };
  /** The server expects the list, and ignores what is in it. */
  readonly convertedObjects: readonly [];
}

/** Reads the request of a ConversionReview. Error: what is wrong with it, and where. */
export function readConversionRequest(request: JsonObject): Result<ConversionRequest, string> {
  const fault = envelopeFault(conversion, request);
  if (fault !== undefined) return err(fault);
  return ok(known(requestOf(request), "a request that fits the schema is a ConversionRequest"));
}

function requestOf({ uid, desiredAPIVersion, objects }: JsonObject): ConversionRequest | undefined {
  return typeof uid === "string" &&
    typeof desiredAPIVersion === "string" &&
    isArray(objects) &&
    objects.every(isReviewObject)
    ? { uid, desiredAPIVersion, objects }
    : undefined;
}

/** The response for a review whose objects were all converted: same number, same order. */
export function converted(head: ReviewHead, objects: readonly JsonObject[]): ConversionReview {
  return {
    apiVersion: head.apiVersion,
    kind: head.kind,
    response: { uid: head.uid, result: { status: "Success" }, convertedObjects: objects },
  };
}

/** The response that fails the whole review. The server shows only `message` to the user. */
export function failed(head: ReviewHead, message: string): ConversionReview {
  return {
    apiVersion: head.apiVersion,
    kind: head.kind,
    response: { uid: head.uid, result: { status: "Failed", message }, convertedObjects: [] },
  };
}

/** True for an object with an apiVersion and a kind. */
export function isReviewObject(value: JsonValue | undefined): value is ReviewObject {
  return (
    isObject(value) && typeof value["apiVersion"] === "string" && typeof value["kind"] === "string"
  );
}
