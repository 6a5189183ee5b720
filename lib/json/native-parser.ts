import { runInNewContext } from "node:vm";
import { holdsEscapedKey } from "./escaped-keys.ts";
import { confusesKeys } from "./key-fault.ts";
import type { JsonValue } from "./value.ts";

// The only file that calls the platform's parser (lint enforces it), and never with keys that the parser could confuse.

/**
 * True if this runtime may confuse the keys of objects: see {@link confusesKeys}. Determined once, when this module
 * loads.
 * V8 stops sharing shapes in a process that has parsed objects of some thousand shapes. The fault can't be seen there
 * any more, though keys of older shapes are still confused. So if this process shows no fault, it is tried again in a
 * new realm that has parsed nothing. The second try takes 1 to 2 ms.
 */
export const hasKeyFault: boolean =
  confusesKeys(parsed) || confusesKeys(runInNewContext("JSON.parse"));

/**
 * Parses a JSON text with the platform's parser. Undefined if the text is not JSON, or if this runtime may confuse its keys.
 * Numbers are rounded to float64 and the depth is unlimited; `parse` is exact.
 *
 * `bytes`: the same text in UTF-8, if the caller has it: saves time.
 */
export type NativeParser = (text: string, bytes?: Uint8Array) => JsonValue | undefined;

/** The parser for this runtime. */
export const parseNatively: NativeParser = nativeParser(hasKeyFault);

/**
 * The parser for a runtime with or without the fault of {@link hasKeyFault}. Only with the fault are texts searched for
 * escaped keys, and not parsed if they have one.
 */
export function nativeParser(hasFault: boolean): NativeParser {
  return hasFault
    ? (text, bytes) => (holdsEscapedKey(text, bytes) ? undefined : parsed(text))
    : (text) => parsed(text);
}

/** Decodes a JSON string, given with its quotes; it has no keys to confuse. Undefined for anything else. */
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
