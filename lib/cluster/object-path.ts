import type { CollectionKey, ObjectKey } from "./lookup.ts";

/**
 * True for a possible name of an object or a namespace: one path segment that the server decodes to exactly these
 * characters. An object with any other name can't exist, so no lookup is needed.
 *
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/api/validation/path/name.go,
 * IsValidPathSegmentName.
 */
export function isPathSegmentName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/%]/.test(name) && name.isWellFormed();
}

/**
 * The path of an object below the server's URL, with encoded segments. Name and namespace must pass {@link isPathSegmentName}.
 */
export function objectPath(key: ObjectKey): string {
  return `${collectionPath(key)}/${encodeURIComponent(key.name)}`;
}

/** The path of all objects of a type: in one namespace if the key has one, else in the whole cluster. */
export function collectionPath({ group, version, resource, namespace }: CollectionKey): string {
  const root = group === "" ? ["api"] : ["apis", group];
  const space = namespace === undefined ? [] : ["namespaces", namespace];
  return [...root, version, ...space, resource]
    .map((segment) => `/${encodeURIComponent(segment)}`)
    .join("");
}
