import { type JsonError, maxDepth } from "./error.ts";
import { parseExactly } from "./exact-parser.ts";
import { parseNatively } from "./native-parser.ts";
import { mayHoldDamagedNumber } from "./numbers.ts";
import { err, ok, type Result } from "./result.ts";
import { utf8Text } from "./utf8.ts";
import { isArray, isObject, type JsonValue } from "./value.ts";

export interface ParseOptions {
  /** Keep the spelling of floats (`1.0`, `1e3`) as {@link Float}. */
  readonly tokens?: boolean;
}

/**
 * Parses a JSON text as kube-apiserver does: integers of 64 bits survive, all else is float64, of duplicate keys the
 * last counts, `__proto__` is a key. Keys are exact on a runtime whose own parser confuses them, too.
 *
 * Errors: not JSON, a byte order mark, trailing data, a number beyond float64, more than {@link maxDepth} levels.
 */
export function parse(text: string, options: ParseOptions = {}): Result<JsonValue, JsonError> {
  return parseDecoded(text, undefined, options);
}

/** As {@link parse}, of a text whose bytes in UTF-8 are at hand too: spares time. */
export function parseDecoded(
  text: string,
  bytes: Uint8Array | undefined,
  options: ParseOptions = {},
): Result<JsonValue, JsonError> {
  if (options.tokens === true || mayHoldDamagedNumber(text)) {
    return parseExactly(text, { maxDepth, tokens: options.tokens === true });
  }
  const value = parseNatively(text, bytes);
  if (value === undefined || (text.length > 2 * maxDepth && isDeeperThan(value, maxDepth))) {
    return parseExactly(text, { maxDepth, tokens: false });
  }
  return ok(value);
}

/** As {@link parse}, from bytes. Bytes that are no UTF-8 are refused: replacing them would lose data. */
export function parseBytes(
  bytes: Uint8Array,
  options: ParseOptions = {},
): Result<JsonValue, JsonError> {
  const text = decodeUtf8(bytes);
  return text.ok ? parseDecoded(text.value, bytes, options) : text;
}

/** The text of bytes in UTF-8, a byte order mark kept: it is no JSON. */
export function decodeUtf8(bytes: Uint8Array): Result<string, JsonError> {
  try {
    return ok(utf8.decode(bytes));
  } catch {
    return err({ message: "not UTF-8", offset: utf8Text(bytes).indexOf("\ufffd") });
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** True when lists and maps nest deeper than `limit`. */
export function isDeeperThan(value: JsonValue, limit: number): boolean {
  return !isWithin(value, Math.min(limit, nativeDepth)) && isDeeperByLevels(value, limit);
}

/** Levels that are walked on the machine's stack, which is how nearly every text is nested. */
const nativeDepth = 500;

/** True when lists and maps nest no deeper than `levels`. */
function isWithin(value: JsonValue | undefined, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  if (isArray(value)) {
    for (const item of value) if (!isWithin(item, levels - 1)) return false;
    return true;
  }
  if (!isObject(value)) return true;
  for (const key in value) if (!isWithin(value[key], levels - 1)) return false;
  return true;
}

/** The same breadth first: its own depth is constant. */
function isDeeperByLevels(value: JsonValue, limit: number): boolean {
  let level: object[] = typeof value === "object" && value !== null ? [value] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap(containersIn);
  }
  return false;
}

function containersIn(container: object): object[] {
  const found: object[] = [];
  for (const value of Array.isArray(container) ? container : Object.values(container)) {
    if (typeof value === "object" && value !== null) found.push(value);
  }
  return found;
}
