import { counted } from "../json/counted.ts";
import { listAt, textAt } from "../json/members.ts";
import { err, ok, type Result } from "../json/result.ts";
import {
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../json/value.ts";
import { envelopeFaults } from "./envelope/envelope.ts";
import { conversion } from "./envelope/validators.generated.ts";
import type { ReviewHead, ReviewType } from "./review.ts";

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

/**
 * A ConversionReview with a response. Only {@link converted} and {@link failed} build one.
 *
 * This and its members are types, not interfaces: TypeScript accepts a type as a JsonObject, but not an interface.
 */
export type ConversionReview = ConvertedReview | FailedReview;

/** A ConversionReview with all objects. */
export type ConvertedReview = ReviewType<"ConversionReview"> & {
  readonly response: ConvertedResponse;
};

/** A ConversionReview with a failure, of any version: a version that is not supported is a failure too. */
export type FailedReview = ReviewType<"ConversionReview", string> & {
  readonly response: FailedResponse;
};

/**
 * The response of a ConversionReview: all objects, or a failure.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/v1/types.go,
 * ConversionResponse.
 */
export type ConversionResponse = ConvertedResponse | FailedResponse;

/** All objects of a review were converted. */
type ConvertedResponse = {
  readonly uid: string;
  readonly result: { readonly status: "Success" };
  /** The converted objects, as many as in the request and in the same order. */
  readonly convertedObjects: readonly JsonObject[];
};

/** The whole review failed because an object can't be converted. */
type FailedResponse = {
  readonly uid: string;
  readonly result: { readonly status: "Failed"; readonly message: string };
  /** Empty. The server requires the list but ignores its items. */
  readonly convertedObjects: readonly [];
};

/**
 * Reads the request of a ConversionReview. The error says everything that is wrong with it, each fault with its path, but
 * of the malformed objects it names only the first {@link maxNamedMalformed}.
 */
export function readConversionRequest(request: JsonObject): Result<ConversionRequest, string> {
  const faults = envelopeFaults(conversion, request);
  const uid = textAt(request, "uid");
  const desiredAPIVersion = textAt(request, "desiredAPIVersion");
  const objects = listAt(request, "objects");
  if (objects.every(isReviewObject) && faults.length === 0) {
    return ok({ uid, desiredAPIVersion, objects });
  }
  return err([...faults, ...faultsOfObjects(objects)].join("; "));
}

/**
 * The most malformed objects that a message names: a request may have millions. The number is a choice: the objects of a
 * request mostly have the same fault.
 */
const maxNamedMalformed = 10;

function faultsOfObjects(objects: JsonArray): readonly string[] {
  const faults: string[] = [];
  let malformed = 0;
  for (const [index, object] of objects.entries()) {
    if (isReviewObject(object)) continue;
    malformed++;
    if (malformed <= maxNamedMalformed)
      faults.push(...faultsOfObject(object, `request.objects[${index}]`));
  }
  const others = malformed - maxNamedMalformed;
  if (others <= 0) return faults;
  return [...faults, `${counted(others, "more object")} ${others === 1 ? "is" : "are"} malformed`];
}

function faultsOfObject(object: JsonValue, path: string): readonly string[] {
  if (!isObject(object)) return [`${path} must be object`];
  return (["apiVersion", "kind"] as const)
    .filter((key) => typeof member(object, key) !== "string")
    .map((key) => `${path}.${key} must be string`);
}

/** The response with the converted objects, as many as in the request and in the same order. */
export function converted(
  head: ReviewHead<"ConversionReview">,
  objects: readonly JsonObject[],
): ConvertedReview {
  return {
    apiVersion: head.apiVersion,
    kind: head.kind,
    response: { uid: head.uid, result: { status: "Success" }, convertedObjects: objects },
  };
}

/** The response that fails the whole review. The user sees only `message`. */
export function failed(
  head: ReviewHead<"ConversionReview", string>,
  message: string,
): FailedReview {
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
