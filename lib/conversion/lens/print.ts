import { isArray, isObject, type JsonValue } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";

/** A value's text with sorted keys: equal values have equal texts. */
export function canonicalText(value: JsonValue): string {
  if (isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (!isObject(value)) return stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key] ?? null)}`);
  return `{${members.join(",")}}`;
}

/** Seven letters and digits that name a text: its 32-bit FNV-1a hash in base 36. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(36).padStart(7, "0");
}

const encoder = new TextEncoder();

/** What tells a value from most others: the hash of its canonical text. */
export function print(value: JsonValue): string {
  return shortHash(canonicalText(value));
}
