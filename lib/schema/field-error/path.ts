/**
 * The path from an object's root to a field as the server prints it in errors: members after a dot, map keys and list
 * indices in brackets (`spec.list[0].labels[a.b]`). The root is the empty text.
 * Source: https://github.com/kubernetes/apimachinery/blob/v0.36.3/pkg/util/validation/field/path.go.
 */
export type FieldPath = string;

/** The path of the whole object. */
export const rootPath: FieldPath = "";

/** The path of a member that the schema declares. The server prints an empty name as empty brackets. */
export function childPath(parent: FieldPath, name: string): FieldPath {
  if (name === "") return `${parent}[]`;
  return parent === rootPath ? name : `${parent}.${name}`;
}

/** The path of an item of a list or of a key of a map. */
export function elementPath(parent: FieldPath, key: string | number): FieldPath {
  return `${parent}[${key}]`;
}

/** The text for an error's `field`: `<nil>` for the whole object. */
export function fieldOf(path: FieldPath): string {
  return path === rootPath ? "<nil>" : path;
}

/**
 * The form of a path in lists of unknown fields: each key after a dot, also in maps (`spec.labels.a.b`).
 * The root is undefined, because the empty text is a key.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/v0.36.3/pkg/apiserver/schema/options.go
 * UnknownFieldPathOptions.
 */
export type DottedPath = string | undefined;

/** The dotted path of a member. */
export function dottedPath(parent: DottedPath, key: string): string {
  return parent === undefined ? key : `${parent}.${key}`;
}

/** The dotted path of an item of a list. */
export function dottedIndex(parent: DottedPath, index: number): string {
  return `${parent ?? ""}[${index}]`;
}
