import { isObject, type JsonObject, member } from "../json/value.ts";

/** The metadata of an object; empty where it has none, or what it has is not a map. */
export function metadataOf(object: JsonObject): JsonObject {
  const metadata = member(object, "metadata");
  return isObject(metadata) ? metadata : {};
}

/**
 * Bytes that all annotations of an object may have, names and values.
 * Source: https://github.com/kubernetes/apimachinery/blob/v0.36.3/pkg/api/validation/objectmeta.go,
 * TotalAnnotationSizeLimitB.
 */
export const maxAnnotationBytes = 256 * 1024;
