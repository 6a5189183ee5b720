import { childPath, elementPath, type FieldPath } from "../field-error/path.ts";
import type { ValuePath } from "./result.ts";

/**
 * The position of a value during a walk through an object. `path` is the path that errors show; `at` is a linked list
 * from which the path in the schema is computed.
 */
export interface ValuePlace {
  readonly path: FieldPath;
  /** Undefined for the root. */
  readonly at: ValuePath | undefined;
}

/** The position of a member that the schema declares. */
export function memberPlace({ path, at }: ValuePlace, name: string): ValuePlace {
  return { path: childPath(path, name), at: { outer: at, name, dotted: false } };
}

/** The position of a value in a map with arbitrary keys (`additionalProperties`). */
export function valuePlace({ path, at }: ValuePlace, name: string): ValuePlace {
  return { path: elementPath(path, name), at: { outer: at, name, dotted: true } };
}

/** The position of an item in a list. */
export function itemPlace({ path, at }: ValuePlace, index: number): ValuePlace {
  return { path: elementPath(path, index), at: { outer: at, name: index, dotted: false } };
}
