import { isArray, isObject, type JsonValue } from "./value.ts";

/** Bytes of a text in UTF-8, as the server counts lengths; a lone surrogate has three. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.codePointAt(index) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (code >= 0x10000) index++;
  }
  return bytes;
}

/** About as many characters as a value's JSON has: what a walk over it costs. What nests deeper than 500 levels counts as one. */
export function roughSize(value: JsonValue, depth = 0): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null || depth === nativeDepth) return 4;
  let size = 2;
  if (isArray(value)) {
    for (const item of value) size += roughSize(item, depth + 1) + 1;
  } else if (isObject(value)) {
    for (const key in value) size += key.length + 4 + roughSize(value[key] ?? null, depth + 1);
  }
  return size;
}

/** Levels that are walked on the machine's stack. */
const nativeDepth = 500;

/** Characters of a number or a literal at most: `-1.7976931348623157e+308`. */
const scalarLength = 24;

/** Characters of JSON that one of a string may need: `\u0000`. */
const escapedLength = 6;

/**
 * True where a value's JSON surely has no more than `limit` characters: a walk that is much cheaper than writing it. False
 * says nothing, as for what nests deeper than 500 levels.
 */
export function isSurelyWithin(value: JsonValue, limit: number): boolean {
  return leftOf(value, limit, 0) >= 0;
}

/** What the longest JSON of a value leaves of `left`; negative where it leaves nothing. */
function leftOf(value: JsonValue, left: number, depth: number): number {
  if (typeof value === "string") return left - value.length * escapedLength - 2;
  if (typeof value !== "object" || value === null) return left - scalarLength;
  if (depth === nativeDepth) return -1;
  let rest = left - 2;
  if (isArray(value)) {
    for (const item of value) {
      rest = leftOf(item, rest - 1, depth + 1);
      if (rest < 0) return rest;
    }
    return rest;
  }
  if (!isObject(value)) return left - value.text.length;
  for (const key of Object.keys(value)) {
    rest = leftOf(value[key] ?? null, rest - key.length * escapedLength - 4, depth + 1);
    if (rest < 0) return rest;
  }
  return rest;
}
