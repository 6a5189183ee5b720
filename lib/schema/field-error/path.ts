/**
 * The text of a path from the object's root to a field, as the server prints it in errors: members after a dot, map
 * keys and list indices in brackets (`spec.list[0].labels[a.b]`). The root is the empty text.
 * Source: k8s.io/apimachinery@v0.36.3 pkg/util/validation/field/path.go.
 */
export type Path = string;

/** The path of the whole object. */
export const rootPath: Path = "";

/** The path of a member that the schema names. An empty name is printed as empty brackets, as the server does. */
export function childPath(parent: Path, name: string): Path {
  if (name === "") return `${parent}[]`;
  return parent === rootPath ? name : `${parent}.${name}`;
}

/** The path of a list's item or of a key in a map. */
export function keyPath(parent: Path, key: string | number): Path {
  return `${parent}[${key}]`;
}

/** What stands in an error's `field`: `<nil>` for the whole object. */
export function fieldOf(path: Path): string {
  return path === rootPath ? "<nil>" : path;
}

/**
 * The other spelling of a path, in lists of unknown fields: every key after a dot, also in maps (`spec.labels.a.b`).
 * The root is undefined, because the empty text is a key.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/options.go UnknownFieldPathOptions.
 */
export type DottedPath = string | undefined;

/** The dotted path of a member. */
export function dottedPath(parent: DottedPath, key: string): string {
  return parent === undefined ? key : `${parent}.${key}`;
}

/** The dotted path of a list's item. */
export function dottedIndex(parent: DottedPath, index: number): string {
  return `${parent ?? ""}[${index}]`;
}
