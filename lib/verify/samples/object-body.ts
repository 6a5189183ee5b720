import type { JsonObject } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { Subject, SubjectVersion } from "../subject.ts";

/** An object of a version. */
export function objectOf(
  { kind }: Subject,
  { name }: SubjectVersion,
  body: JsonObject,
  metadata: JsonObject = bareMetadata,
): ReviewObject {
  return { apiVersion: `${kind.group}/${name}`, kind: kind.kind, metadata, ...body };
}

/** An object without its type and metadata. */
export function bodyOf(object: JsonObject): JsonObject {
  const { apiVersion: _, kind: __, metadata: ___, ...body } = object;
  return body;
}

/** An object with another body. */
export function withBody(object: ReviewObject, body: JsonObject): ReviewObject {
  const { apiVersion, kind, metadata } = object;
  return { apiVersion, kind, ...(metadata !== undefined && { metadata }), ...body };
}

/** The metadata of an object without labels and annotations. */
export const bareMetadata: JsonObject = { name: "sample", namespace: "default" };
