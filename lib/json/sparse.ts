import type { Range } from "./scan/cursor.ts";
import { isEmptyMap, type JsonObject, type JsonValue } from "./value.ts";

/**
 * Where a sparse map holds its members that were not parsed. A symbol equals no JSON key, `for…in` passes it over, and
 * `{...map}` copies it. It is the same in every copy of the package that a process has loaded (the sources and `dist` of a
 * checkout): a copy that did not know it would drop these members.
 */
export const unparsed: unique symbol = Symbol.for("customhouse.unparsed");

/**
 * A map of which only some members were parsed. The others are at {@link unparsed}: ranges in a scanned text, each from
 * the opening quote of a key to the end of a value. The maps in a sparse map may be sparse too.
 */
export interface SparseObject extends JsonObject {
  readonly [unparsed]?: readonly Range[];
}

/** A sparse map under construction. */
export type MutableSparseObject = Record<string, JsonValue> & { [unparsed]?: readonly Range[] };

/** True if all members of a map were parsed. A map among them may still be sparse. */
export function isParsed(map: SparseObject): boolean {
  return map[unparsed] === undefined;
}

/** True for a map without members, parsed or not. */
export function isEmptySparse(map: SparseObject): boolean {
  return isEmptyMap(map) && isParsed(map);
}
