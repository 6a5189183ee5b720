/** One step of a schema path: a declared member, all items of a list, or all values of a map with arbitrary keys. */
export type SchemaStep = string | typeof eachItem | typeof eachValue;

/** The step to all items of a list, written as `[*]`. */
export const eachItem: unique symbol = Symbol.for("customhouse.[*]");
/** The step to all values of a map with arbitrary keys, written as `{}`. */
export const eachValue: unique symbol = Symbol.for("customhouse.{}");

/**
 * A path in a schema from its root, such as `spec.users[*].name`. In an object, several values may have the same schema
 * path.
 */
export type SchemaPath = readonly SchemaStep[];

/** The text of a value's path with `[*]` in place of each index, as in a schema path: `spec.users[*].name`. */
export function withoutIndexes(path: string): string {
  return path.replaceAll(/\[\d+\]/g, "[*]");
}
