import { isArray, isObject, type JsonValue } from "./value.ts";

/** The number of bytes of a text in UTF-8, as the API server counts lengths. A lone surrogate counts as three. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

/**
 * The approximate length of a value's JSON text in UTF-16 units, without writing it. A list or map deeper than 500 levels
 * counts as 4 units, even if it has contents. `depth` is for the recursion: callers leave it out.
 */
export function roughSize(value: JsonValue | undefined, depth = 0): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null || depth === maxRecursion) return 4;
  let size = 2;
  if (isArray(value)) {
    for (const item of value) size += roughSize(item, depth + 1) + 1;
  } else if (isObject(value)) {
    for (const key in value) size += key.length + 4 + roughSize(value[key], depth + 1);
  }
  return size;
}

/**
 * The most levels of lists and maps that the functions of this file enter. The number is a choice: nearly every value has
 * fewer levels, and 500 need only part of the stack.
 */
const maxRecursion = 500;

/** The most characters of a number or literal: `-1.7976931348623157e+308`. */
const maxScalarLength = 24;

/** The most bytes of JSON for one UTF-16 unit of a string: `\u0000`. */
const maxEscapeLength = 6;

/**
 * True if a value's JSON text can't have more than `limit` bytes of UTF-8, and so no more than `limit` characters. Much faster
 * than writing it. False means that it may have more; always false for a value deeper than 500 levels.
 */
export function isSurelyWithin(value: JsonValue, limit: number): boolean {
  return remainderOf(value, limit, 0) >= 0;
}

/** `limit` minus the most bytes that a value's JSON text can have. Negative as soon as the limit is exceeded. */
function remainderOf(value: JsonValue | undefined, limit: number, depth: number): number {
  if (typeof value === "string") return limit - value.length * maxEscapeLength - 2;
  if (typeof value !== "object" || value === null) return limit - maxScalarLength;
  if (depth === maxRecursion) return -1;
  let rest = limit - 2;
  if (isArray(value)) {
    for (const item of value) {
      rest = remainderOf(item, rest - 1, depth + 1);
      if (rest < 0) return rest;
    }
    return rest;
  }
  if (!isObject(value)) return limit - value.text.length;
  for (const key of Object.keys(value)) {
    rest = remainderOf(value[key], rest - key.length * maxEscapeLength - 4, depth + 1);
    if (rest < 0) return rest;
  }
  return rest;
}
