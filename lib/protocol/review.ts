import { err, ok, type Result } from "../json/result.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../json/value.ts";

/** The two kinds of review that webhooks receive. */
export type ReviewKind = "ConversionReview" | "AdmissionReview";

/** The API group of each kind of review. */
const reviewGroups = {
  ConversionReview: "apiextensions.k8s.io",
  AdmissionReview: "admission.k8s.io",
} as const;

/** The versions of reviews that kube-apiserver sends, and that are supported. */
export type ReviewVersion = "v1" | "v1beta1";

/** The apiVersion of a kind of review. */
type ReviewApiVersion<K extends ReviewKind, V extends string> = `${(typeof reviewGroups)[K]}/${V}`;

/**
 * The apiVersion and kind of a review and of its response, for each kind of review in `K`. `V` is `string` if the version
 * need not be supported.
 */
export type ReviewType<K extends ReviewKind, V extends string = ReviewVersion> = {
  readonly [Kind in K]: {
    readonly apiVersion: ReviewApiVersion<Kind, V>;
    readonly kind: Kind;
  };
}[K];

/**
 * The members that a response copies from its review. Every function that creates a response needs them, and takes only
 * those of its kind of review.
 */
export type ReviewHead<
  K extends ReviewKind = ReviewKind,
  V extends string = ReviewVersion,
> = ReviewType<K, V> & { readonly uid: string };

/** A review of the expected kind, in a version that the server uses. `request` is not validated yet. */
export interface Review<K extends ReviewKind = ReviewKind> {
  readonly head: ReviewHead<K>;
  readonly request: JsonObject;
}

/**
 * Why a body is not a valid review. If `head` is defined, the response can be a review, otherwise only an HTTP error. The
 * head may be of the other kind of review, or of a version that is not supported.
 */
export type ReviewFault =
  | { readonly head: undefined; readonly message: string }
  | { readonly head: ReviewHead<ReviewKind, string>; readonly message: string };

/**
 * Reads a review's head and request. The uid is read first, so that other faults can be reported in a review. A review
 * may have an empty `response`, as the server's reviews do.
 */
export function readReview<K extends ReviewKind>(
  body: JsonValue,
  expected: K,
): Result<Review<K>, ReviewFault> {
  const request = isObject(body) ? member(body, "request") : undefined;
  if (!isObject(body)) return err({ head: undefined, message: "the body is not a JSON object" });
  if (!isObject(request)) return err({ head: undefined, message: "the review has no request" });
  const uid = member(request, "uid");
  if (typeof uid !== "string" || uid === "") {
    return err({ head: undefined, message: "the review's request has no uid" });
  }
  const given = { apiVersion: member(body, "apiVersion"), kind: member(body, "kind"), uid };
  const apiVersion = apiVersionsOf(expected).find((each) => each === given.apiVersion);
  if (given.kind === expected && apiVersion !== undefined) {
    return ok({ head: { apiVersion, kind: expected, uid }, request });
  }
  // The response has the apiVersion and kind that were sent, if they are those of a review of either kind.
  const head = isHead(given) ? given : newestHead<ReviewKind>(expected, uid);
  return err({ head, message: reviewTypeFault(given, expected) });
}

/** The supported apiVersions of a kind of review, newest first. */
function apiVersionsOf<K extends ReviewKind>(
  kind: K,
): readonly [ReviewApiVersion<K, "v1">, ReviewApiVersion<K, "v1beta1">] {
  return [`${reviewGroups[kind]}/v1`, `${reviewGroups[kind]}/v1beta1`];
}

/** The head of a review in the newest version of its kind. */
function newestHead<K extends ReviewKind>(kind: K, uid: string): ReviewHead<K> {
  return { apiVersion: apiVersionsOf(kind)[0], kind, uid };
}

/** The members of a review that become its head if they are those of a review. */
interface GivenHead {
  readonly apiVersion: JsonValue | undefined;
  readonly kind: JsonValue | undefined;
  readonly uid: string;
}

/** True for the head of either kind of review, in any version. */
function isHead(given: GivenHead): given is ReviewHead<ReviewKind, string> {
  const { apiVersion, kind } = given;
  return (
    (kind === "ConversionReview" || kind === "AdmissionReview") &&
    typeof apiVersion === "string" &&
    apiVersion.startsWith(`${reviewGroups[kind]}/`)
  );
}

function reviewTypeFault({ apiVersion, kind }: GivenHead, expected: ReviewKind): string {
  const [v1, v1beta1] = apiVersionsOf(expected);
  return kind === expected
    ? `${expected} ${quotedRequestText(apiVersion)} is not supported: use ${v1} or ${v1beta1}`
    : `this path accepts ${expected}s, not ${quotedRequestText(kind)}`;
}

/** A string of the request in quotes, cut to 253 characters, for messages. */
export function quotedRequestText(value: JsonValue | undefined): string {
  return typeof value === "string"
    ? JSON.stringify(value.slice(0, 253))
    : "a value that is not a string";
}
