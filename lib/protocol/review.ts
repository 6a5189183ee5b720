import { err, ok, type Result } from "../json/result.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../json/value.ts";

export type ReviewKind = "ConversionReview" | "AdmissionReview";

/** The group each kind of review belongs to. */
export const reviewGroups: Readonly<Record<ReviewKind, string>> = {
  ConversionReview: "apiextensions.k8s.io",
  AdmissionReview: "admission.k8s.io",
};

/** What every reply copies from its request, whatever else is wrong with it: no reply can be built without it. */
export interface ReviewHead {
  readonly apiVersion: string;
  readonly kind: ReviewKind;
  readonly uid: string;
}

/** A body that is a review of the expected kind, in a version the server sends; `request` is not looked at yet. */
export interface Review {
  readonly head: ReviewHead;
  readonly request: JsonObject;
}

/** Why there is no review: without a head nothing but an HTTP error can be answered. */
export type ReviewFault =
  | { readonly head: undefined; readonly message: string }
  | { readonly head: ReviewHead; readonly message: string };

/**
 * Finds the uid first, so that whatever else is wrong can be answered in a review. A request that carries an empty
 * `response`, as the server's does, is normal.
 */
export function readReview(body: JsonValue, expected: ReviewKind): Result<Review, ReviewFault> {
  const request = isObject(body) ? member(body, "request") : undefined;
  if (!isObject(body)) return err({ head: undefined, message: "the body is no JSON object" });
  if (!isObject(request)) return err({ head: undefined, message: "the review has no request" });
  const uid = member(request, "uid");
  if (typeof uid !== "string" || uid === "") {
    return err({ head: undefined, message: "the review's request has no uid" });
  }
  const head = headOf(body, expected, uid);
  const message = typeFault(body, expected);
  return message === undefined ? ok({ head, request }) : err({ head, message });
}

/** The versions of each kind of review that are known here. */
const apiVersions = {
  ConversionReview: versionsOf("ConversionReview"),
  AdmissionReview: versionsOf("AdmissionReview"),
};

function versionsOf(kind: ReviewKind): readonly [string, string] {
  return [`${reviewGroups[kind]}/v1`, `${reviewGroups[kind]}/v1beta1`];
}

/** The reply's type: the request's own where it is a review at all, else what this path answers. */
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

function typeFault(body: JsonObject, expected: ReviewKind): string | undefined {
  const kind = member(body, "kind");
  const apiVersion = member(body, "apiVersion");
  const [v1, v1beta1] = apiVersions[expected];
  if (kind !== expected) return `this path takes ${expected}s, not ${quoted(kind)}`;
  if (apiVersion === v1 || apiVersion === v1beta1) return undefined;
  return `${expected} ${quoted(apiVersion)} is not known here: ${v1} and ${v1beta1} are`;
}

/** A name from the request, short enough for a message. */
export function quoted(value: JsonValue | undefined): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 253)) : "a value without a name";
}
