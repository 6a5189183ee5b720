/** One step of a schema path: a declared member, every item of a list, or every value of a map of any key. */
export type SchemaStep = string | typeof eachItem | typeof eachValue;

/** `[*]` in a path's text. */
export const eachItem: unique symbol = Symbol.for("customhouse.[*]");
/** `{}` in a path's text. */
export const eachValue: unique symbol = Symbol.for("customhouse.{}");

/** A path in a schema from its root: `spec.users[*].name`. In one object, many values may have this path. */
export type SchemaPath = readonly SchemaStep[];
