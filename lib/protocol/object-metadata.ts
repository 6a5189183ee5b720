import { isObject, type JsonObject, member } from "../json/value.ts";

/** The metadata of an object; empty if the object has none or it is not a map. */
export function metadataOf(object: JsonObject): JsonObject {
  const metadata = member(object, "metadata");
  return isObject(metadata) ? metadata : {};
}

/**
 * The most bytes of all annotations of an object, names and values together.
 * Source: https://github.com/kubernetes/apimachinery/blob/v0.36.3/pkg/api/validation/objectmeta.go,
 * TotalAnnotationSizeLimitB.
 */
export const maxAnnotationBytes = 256 * 1024;
