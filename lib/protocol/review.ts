import { err, ok, type Result } from "../json/result.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../json/value.ts";

/** The two kinds of review that webhooks receive. */
export type ReviewKind = "ConversionReview" | "AdmissionReview";

/** The API group of each kind of review. */
const reviewGroups: Readonly<Record<ReviewKind, string>> = {
  ConversionReview: "apiextensions.k8s.io",
  AdmissionReview: "admission.k8s.io",
};

/** The members that a response copies from its review. Every function that creates a response needs them. */
export interface ReviewHead {
  readonly apiVersion: string;
  readonly kind: ReviewKind;
  readonly uid: string;
}

/** A review of the expected kind, in a version that the server uses. `request` is not validated yet. */
export interface Review {
  readonly head: ReviewHead;
  readonly request: JsonObject;
}

/**
 * Why a body is not a valid review. If `head` is defined, the response can be a review, otherwise only an HTTP error.
 */
export type ReviewFault =
  | { readonly head: undefined; readonly message: string }
  | { readonly head: ReviewHead; readonly message: string };

/**
 * Reads a review's head and request. The uid is read first, so that other faults can be reported in a review. A review
 * may have an empty `response`, as the server's reviews do.
 */
export function readReview(body: JsonValue, expected: ReviewKind): Result<Review, ReviewFault> {
  const request = isObject(body) ? member(body, "request") : undefined;
  if (!isObject(body)) return err({ head: undefined, message: "the body is not a JSON object" });
  if (!isObject(request)) return err({ head: undefined, message: "the review has no request" });
  const uid = member(request, "uid");
  if (typeof uid !== "string" || uid === "") {
    return err({ head: undefined, message: "the review's request has no uid" });
  }
  const head = headOf(body, expected, uid);
  const message = reviewTypeFault(body, expected);
  return message === undefined ? ok({ head, request }) : err({ head, message });
}

/** The supported apiVersions of each kind of review, newest first. */
const apiVersions = {
  ConversionReview: reviewApiVersions("ConversionReview"),
  AdmissionReview: reviewApiVersions("AdmissionReview"),
};

function reviewApiVersions(kind: ReviewKind): readonly [string, string] {
  return [`${reviewGroups[kind]}/v1`, `${reviewGroups[kind]}/v1beta1`];
}

/**
 * The apiVersion and kind of the response: those of the review if they are supported, else the newest version of the
 * expected kind.
 */
function headOf(body: JsonObject, expected: ReviewKind, uid: string): ReviewHead {
  const apiVersion = member(body, "apiVersion");
  const kind = member(body, "kind");
  const own = kind === "ConversionReview" || kind === "AdmissionReview" ? kind : undefined;
  if (own !== undefined && typeof apiVersion === "string" && isOf(reviewGroups[own], apiVersion)) {
    return { apiVersion, kind: own, uid };
  }
  return { apiVersion: apiVersions[expected][0], kind: expected, uid };
}

function isOf(group: string, apiVersion: string): boolean {
  return apiVersion.startsWith(group) && apiVersion[group.length] === "/";
}

function reviewTypeFault(body: JsonObject, expected: ReviewKind): string | undefined {
  const kind = member(body, "kind");
  const apiVersion = member(body, "apiVersion");
  const [v1, v1beta1] = apiVersions[expected];
  if (kind !== expected) return `this path accepts ${expected}s, not ${quotedRequestText(kind)}`;
  if (apiVersion === v1 || apiVersion === v1beta1) return undefined;
  return `${expected} ${quotedRequestText(apiVersion)} is not supported: use ${v1} or ${v1beta1}`;
}

/** A string of the request in quotes, cut to 253 characters, for messages. */
export function quotedRequestText(value: JsonValue | undefined): string {
  return typeof value === "string"
    ? JSON.stringify(value.slice(0, 253))
    : "a value that is not a string";
}
