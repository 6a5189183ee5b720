import { type JsonError, maxDepth } from "./error.ts";
import { parseExactly } from "./exact-parser.ts";
import { parseNatively } from "./native-parser.ts";
import { mayHoldChangedNumber } from "./numbers.ts";
import { err, ok, type Result } from "./result.ts";
import { utf8Text } from "./utf8.ts";
import { isArray, isObject, type JsonValue } from "./value.ts";

/** Options for parsing. */
export interface ParseOptions {
  /** Keep the text of floats (`1.0`, `1e3`) by returning a {@link Float} for each. */
  readonly tokens?: boolean;
}

/**
 * Parses a JSON text as kube-apiserver does: integers of 64 bits are exact, other numbers are float64, the last of
 * several equal keys is used, and `__proto__` is an ordinary key. Keys are exact even on a runtime whose own parser
 * confuses keys.
 *
 * Errors: not JSON, a byte order mark, text after the value, a number beyond float64, more than {@link maxDepth}
 * levels.
 */
export function parse(text: string, options: ParseOptions = {}): Result<JsonValue, JsonError> {
  return parseDecoded(text, undefined, options);
}

/** The same result as {@link parse}, faster if the caller also has the text in UTF-8. */
export function parseDecoded(
  text: string,
  bytes: Uint8Array | undefined,
  options: ParseOptions = {},
): Result<JsonValue, JsonError> {
  if (options.tokens === true || mayHoldChangedNumber(text)) {
    return parseExactly(text, { maxDepth, tokens: options.tokens === true });
  }
  const value = parseNatively(text, bytes);
  if (value === undefined || (text.length > 2 * maxDepth && isDeeperThan(value, maxDepth))) {
    return parseExactly(text, { maxDepth, tokens: false });
  }
  return ok(value);
}

/**
 * Parses a JSON text in UTF-8 as {@link parse} does. Bytes that are not UTF-8 are an error: replacing them would lose
 * data.
 */
export function parseBytes(
  bytes: Uint8Array,
  options: ParseOptions = {},
): Result<JsonValue, JsonError> {
  const text = decodeUtf8(bytes);
  return text.ok ? parseDecoded(text.value, bytes, options) : text;
}

/** Decodes UTF-8. Keeps a byte order mark, which is not JSON. Error: bytes that are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): Result<string, JsonError> {
  try {
    return ok(utf8.decode(bytes));
  } catch {
    return err({ message: "not UTF-8", offset: utf8Text(bytes).indexOf("\ufffd") });
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** True if lists and maps are nested more than `limit` levels deep. */
export function isDeeperThan(value: JsonValue, limit: number): boolean {
  return !isNestedAtMost(value, Math.min(limit, maxRecursion)) && isDeeperByLevels(value, limit);
}

/**
 * The most levels of recursion. The number is a choice: nearly every value has fewer levels, and 500 need only part of the
 * stack, some of which the caller may use.
 */
const maxRecursion = 500;

/** True if lists and maps are nested at most `levels` deep. */
function isNestedAtMost(value: JsonValue | undefined, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  if (isArray(value)) {
    for (const item of value) if (!isNestedAtMost(item, levels - 1)) return false;
    return true;
  }
  if (!isObject(value)) return true;
  for (const key in value) if (!isNestedAtMost(value[key], levels - 1)) return false;
  return true;
}

/** The same result as {@link isDeeperThan}, level by level and without recursion. */
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
