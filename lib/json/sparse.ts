import type { Range } from "./scan/cursor.ts";
import { isEmptyMap, type JsonObject, type JsonValue } from "./value.ts";

/**
 * Where a sparse map holds its members that were not parsed. A symbol equals no JSON key, `for…in` passes it over, and
 * `{...map}` copies it. It is the same in every copy of the package that a process has loaded (the sources and `dist` of a
 * checkout): a copy that did not know it would drop these members.
 */
export const unparsed: unique symbol = Symbol.for("customhouse.unparsed");

/**
 * A map of which some members were parsed, and the others stand in a scanned text as runs of members, each from a key's
 * opening quote to the end of a value. Maps below it may be sparse, too.
 */
export interface SparseObject extends JsonObject {
  readonly [unparsed]?: readonly Range[];
}

/** A sparse map under construction. */
export type MutableSparseObject = Record<string, JsonValue> & { [unparsed]?: readonly Range[] };

/** True where every member was parsed; of those, maps may still be sparse. */
export function isParsed(map: SparseObject): boolean {
  return map[unparsed] === undefined;
}

/** True for a map without members, parsed or not. */
export function isEmptySparse(map: SparseObject): boolean {
  return isEmptyMap(map) && isParsed(map);
}
