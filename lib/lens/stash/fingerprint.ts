import { Float, isArray, isObject, type JsonValue } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";

/**
 * The most levels of nesting in which keys are sorted. Deeper values are written as they are, to bound the recursion. The
 * number is a choice: nearly every value has fewer levels, and so many take only a part of the stack.
 */
const sortedDepth = 500;

/** The JSON text of a value with sorted keys and each number in one form, so that equal values have equal texts. */
export function canonicalText(value: JsonValue, depth = 0): string {
  if (isArray(value) && depth < sortedDepth) {
    return `[${value.map((item) => canonicalText(item, depth + 1)).join(",")}]`;
  }
  if (!isObject(value) || depth === sortedDepth) return stringify(plainNumbers(value));
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, own]) => `${JSON.stringify(key)}:${canonicalText(own, depth + 1)}`);
  return `{${members.join(",")}}`;
}

/** A number as the API server writes it: 0 for `-0`, and 64-bit integers as digits. Other values are unchanged. */
function plainNumbers(value: JsonValue): JsonValue {
  const number = value instanceof Float ? value.value : value;
  if (number === 0) return 0;
  const isLong = Number.isInteger(number) && !Number.isSafeInteger(number);
  return isLong && typeof number === "number" ? BigInt(number) : number;
}

/** The 32-bit FNV-1a hash of a text, as seven characters in base 36. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(36).padStart(7, "0");
}

const encoder = new TextEncoder();

/** The hash of a value's canonical text. */
export function fingerprint(value: JsonValue): string {
  return shortHash(canonicalText(value));
}
