import { childPath, elementPath, type FieldPath } from "../field-error/path.ts";
import type { ValuePath } from "./result.ts";

/** The place of a value in a walk through an object: as errors print it, and as a chain that names the schema's place. */
export interface ValuePlace {
  readonly path: FieldPath;
  /** Undefined at the root. */
  readonly at: ValuePath | undefined;
}

/** The place of a declared member. */
export function memberPlace({ path, at }: ValuePlace, name: string): ValuePlace {
  return { path: childPath(path, name), at: { outer: at, name, dotted: false } };
}

/** The place of a value of a map of any key. */
export function valuePlace({ path, at }: ValuePlace, name: string): ValuePlace {
  return { path: elementPath(path, name), at: { outer: at, name, dotted: true } };
}

/** The place of an item in a list. */
export function itemPlace({ path, at }: ValuePlace, index: number): ValuePlace {
  return { path: elementPath(path, index), at: { outer: at, name: index, dotted: false } };
}
