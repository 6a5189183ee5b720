/** One step of a schema path: a declared member, every item of a list, or every value of a map of any key. */
export type SchemaStep = string | typeof eachItem | typeof eachValue;

/** `[*]` in a path's text. */
export const eachItem: unique symbol = Symbol.for("customhouse.[*]");
/** `{}` in a path's text. */
export const eachValue: unique symbol = Symbol.for("customhouse.{}");

/** A place of a schema, below its root: `spec.users[*].name`. Many places of one object may have it. */
export type SchemaPath = readonly SchemaStep[];
