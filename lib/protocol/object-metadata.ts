import { mapAt } from "../json/members.ts";
import { type JsonObject, member } from "../json/value.ts";

/** The metadata of an object; empty if the object has none or it is not a map. */
export function metadataOf(object: JsonObject): JsonObject {
  return mapAt(object, "metadata");
}

/** `namespace/name` of an object; without the slash if it has only one of them, empty if it has none. */
export function namespacedName(object: JsonObject): string {
  const { namespace, name } = metadataOf(object);
  return [namespace, name].filter((part) => typeof part === "string").join("/");
}

/** True for an object that is being deleted: it has a `deletionTimestamp`. */
export function isBeingDeleted(object: JsonObject): boolean {
  return (member(metadataOf(object), "deletionTimestamp") ?? null) !== null;
}

/**
 * The most bytes of all annotations of an object, names and values together.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/api/validation/objectmeta.go,
 * TotalAnnotationSizeLimitB.
 */
export const maxAnnotationBytes = 256 * 1024;
