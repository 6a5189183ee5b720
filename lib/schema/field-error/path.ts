/**
 * The path from an object's root to a field, as the server prints it in errors: members after a dot, map keys and list
 * indices in brackets (`spec.list[0].labels[a.b]`). Empty for the root.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/util/validation/field/path.go.
 */
export type FieldPath = string;

/** The path of the whole object. */
export const rootPath: FieldPath = "";

/** Appends a member that the schema declares. The server prints an empty name as empty brackets. */
export function childPath(parent: FieldPath, name: string): FieldPath {
  if (name === "") return `${parent}[]`;
  return parent === rootPath ? name : `${parent}.${name}`;
}

/** Appends an index of a list or a key of a map. */
export function elementPath(parent: FieldPath, key: string | number): FieldPath {
  return `${parent}[${key}]`;
}

/** The value of an error's `field`: the path, or `<nil>` for the whole object. */
export function errorField(path: FieldPath): string {
  return path === rootPath ? "<nil>" : path;
}

/**
 * The form of a path in lists of unknown fields: each key after a dot, also the keys of maps (`spec.labels.a.b`).
 * Undefined for the root, because the empty string is a key.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/options.go
 * UnknownFieldPathOptions.
 */
export type DottedPath = string | undefined;

/** Appends a member's key. */
export function dottedPath(parent: DottedPath, key: string): string {
  return parent === undefined ? key : `${parent}.${key}`;
}

/** Appends an index of a list. */
export function dottedIndex(parent: DottedPath, index: number): string {
  return `${parent ?? ""}[${index}]`;
}
