import type { JsonObject } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { Subject, SubjectVersion } from "../subject.ts";

/** Makes an object at a version from a body and metadata. */
export function objectOf(
  { kind }: Subject,
  { name }: SubjectVersion,
  body: JsonObject,
  metadata: JsonObject = bareMetadata,
): ReviewObject {
  return { apiVersion: `${kind.group}/${name}`, kind: kind.kind, metadata, ...body };
}

/** The body of an object: all members except apiVersion, kind and metadata. */
export function bodyOf(object: JsonObject): JsonObject {
  const { apiVersion: _, kind: __, metadata: ___, ...body } = object;
  return body;
}

/** The object with another body; apiVersion, kind and metadata are kept. */
export function withBody(object: ReviewObject, body: JsonObject): ReviewObject {
  const { apiVersion, kind, metadata } = object;
  return { apiVersion, kind, ...(metadata !== undefined && { metadata }), ...body };
}

/** Metadata with only name and namespace. */
export const bareMetadata: JsonObject = { name: "sample", namespace: "default" };
