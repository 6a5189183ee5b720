import { runInNewContext } from "node:vm";
import { holdsEscapedKey } from "./escaped-keys.ts";
import { confusesKeys } from "./key-fault.ts";
import type { JsonValue } from "./value.ts";

// The only file that may call the runtime's parser (lint checks this). Except for the probes of `confusesKeys`, it passes no
// text with a key that the parser may confuse.

/**
 * True if this runtime may confuse the keys of objects: see {@link confusesKeys}. Determined once, when this module is
 * loaded. In a process that has parsed objects of some thousand shapes, V8 stops sharing new shapes, and the probes no
 * longer show the fault, although keys of older shapes are still confused. So if the probes show no fault in this
 * process, they run again in a new realm that has parsed nothing. The second run takes 1 to 2 ms.
 */
export const hasKeyFault: boolean =
  confusesKeys(parsedNatively) || confusesKeys(runInNewContext("JSON.parse"));

/**
 * Parses a JSON text with the runtime's parser. Undefined if the text is not JSON, or if this runtime may confuse its
 * keys. Numbers are rounded to float64 and the depth is unlimited, unlike `parse`.
 *
 * `bytes` is the same text in UTF-8, if the caller has it, which saves time.
 */
export type NativeParser = (text: string, bytes?: Uint8Array) => JsonValue | undefined;

/** The parser for this runtime. */
export const parseNatively: NativeParser = nativeParser(hasKeyFault);

/**
 * The parser for a runtime with or without the fault of {@link hasKeyFault}. With the fault, it returns undefined for a
 * text with an escaped key.
 */
export function nativeParser(hasFault: boolean): NativeParser {
  return hasFault
    ? (text, bytes) => (holdsEscapedKey(text, bytes) ? undefined : parsedNatively(text))
    : (text) => parsedNatively(text);
}

/**
 * Decodes a JSON string, given with its quotes. Undefined for anything else. A string has no keys that could be
 * confused.
 */
export function parseString(token: string): string | undefined {
  const value = token.startsWith('"') ? parsedNatively(token) : undefined;
  return typeof value === "string" ? value : undefined;
}

function parsedNatively(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
