import { isObject, type JsonObject, type JsonValue, member } from "../../lib/json/value.ts";

const groups = {
  ConversionReview: "apiextensions.k8s.io/",
  AdmissionReview: "admission.k8s.io/",
} as const;

/** True for a body that is a review of this kind, in any version. */
export function isReviewOf(kind: keyof typeof groups, body: JsonObject): boolean {
  return textAt(body, "kind") === kind && textAt(body, "apiVersion").startsWith(groups[kind]);
}

/** The faults of the members that a response must copy from its review. */
export function headFaults(
  review: JsonObject,
  answer: JsonObject,
  fallback: JsonObject,
): readonly string[] {
  const isNamed = isReviewOf("ConversionReview", review) || isReviewOf("AdmissionReview", review);
  const expected = isNamed ? review : fallback;
  const uid = textAt(objectOf(member(review, "request")), "uid");
  const answered = textAt(objectOf(member(answer, "response")), "uid");
  return [
    ...(isObject(member(answer, "response")) ? [] : ["no response"]),
    ...(answered === uid && uid !== "" ? [] : ["another uid"]),
    ...["apiVersion", "kind"]
      .filter((key) => member(answer, key) !== member(expected, key))
      .map((key) => `another ${key} than the review's`),
  ];
}

/** Source: k8s.io/apimachinery@v0.36.3 pkg/api/validate/content. */
const namePart = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const dnsLabel = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/** True for an empty text, and for one of the form of a key's name part. */
export function isLabelValue(value: string): boolean {
  return value === "" || (value.length <= 63 && namePart.test(value));
}

/** True for a key of the form `name` or `dns.prefix/name`. */
export function isQualifiedName(key: string): boolean {
  const parts = key.split("/");
  const name = parts.at(-1) ?? "";
  const prefix = parts.length === 2 ? (parts[0] ?? "") : "a";
  return (
    parts.length <= 2 &&
    name.length <= 63 &&
    namePart.test(name) &&
    prefix.length <= 253 &&
    prefix.split(".").every((label) => dnsLabel.test(label))
  );
}

/** The value as a map; an empty one if it is not a map. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** A member as text; empty if it is not text. */
export function textAt(object: JsonObject, key: string): string {
  const value = member(object, key);
  return typeof value === "string" ? value : "";
}
