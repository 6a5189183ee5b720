import { assertDefined } from "../json/invariant.ts";
import { err, ok, type Result } from "../json/result.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../json/value.ts";
import { envelopeFault } from "./envelope/envelope.ts";
import { conversion } from "./envelope/validators.generated.ts";
import type { ReviewHead } from "./review.ts";

/**
 * The request of a ConversionReview.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/v1/types.go,
 * ConversionRequest.
 */
export interface ConversionRequest {
  readonly uid: string;
  /** The target version, as `group/version`. */
  readonly desiredAPIVersion: string;
  /** Whole objects or fragments. Their versions may differ. */
  readonly objects: readonly ReviewObject[];
}

/** An object in a ConversionReview: it has an apiVersion and a kind; its metadata may be absent. */
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
 * The response of a ConversionReview: all objects, or a failure.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/v1/types.go,
 * ConversionResponse.
 */
export type ConversionResponse = ConvertedResponse | FailedResponse;

/** All objects of a review were converted. */
interface ConvertedResponse extends JsonObject {
  readonly uid: string;
  readonly result: { readonly status: "Success" };
  /** The converted objects, as many as in the request and in the same order. */
  readonly convertedObjects: readonly JsonObject[];
}

/** The whole review failed because an object can't be converted. */
interface FailedResponse extends JsonObject {
  readonly uid: string;
  readonly result: { readonly status: "Failed"; readonly message: string };
  /** Empty. The server requires the list but ignores its items. */
  readonly convertedObjects: readonly [];
}

/** Reads the request of a ConversionReview. The error says what is wrong with it, and at which path. */
export function readConversionRequest(request: JsonObject): Result<ConversionRequest, string> {
  const fault = envelopeFault(conversion, request);
  if (fault !== undefined) return err(fault);
  return ok(
    assertDefined(requestOf(request), "a request that fits the schema is a ConversionRequest"),
  );
}

function requestOf({ uid, desiredAPIVersion, objects }: JsonObject): ConversionRequest | undefined {
  return typeof uid === "string" &&
    typeof desiredAPIVersion === "string" &&
    isArray(objects) &&
    objects.every(isReviewObject)
    ? { uid, desiredAPIVersion, objects }
    : undefined;
}

/** The response with the converted objects, as many as in the request and in the same order. */
export function converted(head: ReviewHead, objects: readonly JsonObject[]): ConversionReview {
  return {
    apiVersion: head.apiVersion,
    kind: head.kind,
    response: { uid: head.uid, result: { status: "Success" }, convertedObjects: objects },
  };
}

/** The response that fails the whole review. The user sees only `message`. */
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
