import { holdsEscapedKey } from "./escaped-keys.ts";
import { confusesKeys } from "./key-fault.ts";
import type { JsonValue } from "./value.ts";

// The one file that calls the platform's parser (lint holds that): no text goes to it whose keys it could confuse.

/** True where this runtime may confuse the keys of objects: see {@link confusesKeys}. Asked once, when the process starts. */
export const hasKeyFault: boolean = confusesKeys(parsed);

/**
 * The value of a JSON text by the platform's parser; undefined where the text is not JSON, or where this runtime may confuse
 * its keys. Numbers are rounded to float64, and nothing bounds the depth: `parse` is exact.
 *
 * `bytes`: the same text in UTF-8, where somebody has it: spares time.
 */
export type NativeParser = (text: string, bytes?: Uint8Array) => JsonValue | undefined;

/** The parser for this runtime. */
export const parseNatively: NativeParser = nativeParser(hasKeyFault);

/** The parser for a runtime with or without the fault; without it no text is looked at before it is parsed. */
export function nativeParser(hasFault: boolean): NativeParser {
  return hasFault
    ? (text, bytes) => (holdsEscapedKey(text, bytes) ? undefined : parsed(text))
    : (text) => parsed(text);
}

/** The text that a JSON string with its quotes stands for: there is no key that could be confused. Undefined for anything else. */
export function parseString(token: string): string | undefined {
  const value = token.startsWith('"') ? parsed(token) : undefined;
  return typeof value === "string" ? value : undefined;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
