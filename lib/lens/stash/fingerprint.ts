import { Float, isArray, isObject, type JsonValue } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";

/** Levels whose keys are sorted: a recursive walk carries no more than that of what a text may have. */
const sortedDepth = 500;

/** A value's text with sorted keys and one spelling for each number: equal values have equal texts. */
export function canonicalText(value: JsonValue, depth = 0): string {
  if (isArray(value) && depth < sortedDepth) {
    return `[${value.map((item) => canonicalText(item, depth + 1)).join(",")}]`;
  }
  if (!isObject(value) || depth === sortedDepth) return stringify(plain(value));
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key] ?? null, depth + 1)}`);
  return `{${members.join(",")}}`;
}

/** A number as the server writes it again: without `-0`, and whole ones of 64 bits as digits. */
function plain(value: JsonValue): JsonValue {
  const number = value instanceof Float ? value.value : value;
  if (number === 0) return 0;
  const isLong = Number.isInteger(number) && !Number.isSafeInteger(number);
  return isLong && typeof number === "number" ? BigInt(number) : number;
}

/** Seven letters and digits that name a text: its 32-bit FNV-1a hash in base 36. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(36).padStart(7, "0");
}

const encoder = new TextEncoder();

/** What tells a value from most others: the hash of its canonical text. */
export function fingerprint(value: JsonValue): string {
  return shortHash(canonicalText(value));
}
