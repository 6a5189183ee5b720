import type { CollectionKey, ObjectKey } from "./lookup.ts";

/**
 * True for a possible name of an object or a namespace: one path segment that the server decodes to exactly these
 * characters. No object has any other name, so no lookup is needed.
 *
 * Source: https://github.com/kubernetes/apimachinery/blob/v0.36.3/pkg/api/validation/path/name.go, IsValidPathSegmentName.
 */
export function canBeName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/%]/.test(name) && name.isWellFormed();
}

/** The path of an object below the server's url, each segment encoded; name and namespace are {@link canBeName}. */
export function objectPath(key: ObjectKey): string {
  return `${collectionPath(key)}/${encodeURIComponent(key.name)}`;
}

/** The path of all objects of a type, in one namespace where it is given. */
export function collectionPath({ group, version, resource, namespace }: CollectionKey): string {
  const root = group === "" ? ["api"] : ["apis", group];
  const space = namespace === undefined ? [] : ["namespaces", namespace];
  return [...root, version, ...space, resource]
    .map((segment) => `/${encodeURIComponent(segment)}`)
    .join("");
}
