import type { Range } from "./scan/cursor.ts";
import { isEmptyMap, type JsonObject, type JsonValue } from "./value.ts";

/**
 * The key under which a sparse map holds its unparsed members. A symbol differs from every JSON key, is skipped
 * by `for…in` and copied by `{...map}`. `Symbol.for` makes it the same in every copy of the package in a process (the
 * sources and `dist` of a checkout): a copy with another symbol would drop these members.
 */
export const unparsed: unique symbol = Symbol.for("customhouse.unparsed");

/**
 * A map of which only some members were parsed. The others are stored under {@link unparsed}: ranges in a scanned text,
 * each from the opening quote of a key to the end of a value. Maps within a sparse map may be sparse too.
 */
export interface SparseObject extends JsonObject {
  readonly [unparsed]?: readonly Range[];
}

/** A sparse map whose members can be assigned, to build it step by step. */
export type MutableSparseObject = Record<string, JsonValue> & { [unparsed]?: readonly Range[] };

/** True if all members of a map were parsed. A map within it may still be sparse. */
export function isParsed(map: SparseObject): boolean {
  return map[unparsed] === undefined;
}

/** True for a map without any members, parsed or not. */
export function isEmptySparse(map: SparseObject): boolean {
  return isEmptyMap(map) && isParsed(map);
}
