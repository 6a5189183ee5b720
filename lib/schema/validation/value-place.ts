import { childPath, elementPath, type FieldPath } from "../field-error/path.ts";
import type { ValuePath } from "./result.ts";

/**
 * The place of a value during a walk through an object: `path` as errors print it, `at` as a chain from which the path
 * in the schema follows.
 */
export interface ValuePlace {
  readonly path: FieldPath;
  /** Undefined at the root. */
  readonly at: ValuePath | undefined;
}

/** The place of a declared member. */
export function memberPlace({ path, at }: ValuePlace, name: string): ValuePlace {
  return { path: childPath(path, name), at: { outer: at, name, dotted: false } };
}

/** The place of a value in a map with free keys (`additionalProperties`). */
export function valuePlace({ path, at }: ValuePlace, name: string): ValuePlace {
  return { path: elementPath(path, name), at: { outer: at, name, dotted: true } };
}

/** The place of an item in a list. */
export function itemPlace({ path, at }: ValuePlace, index: number): ValuePlace {
  return { path: elementPath(path, index), at: { outer: at, name: index, dotted: false } };
}
