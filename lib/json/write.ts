import { maxDepth, tooDeep } from "./error.ts";
import { assertDefined } from "./invariant.ts";
import {
  Float,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "./value.ts";

/**
 * Writes a value as JSON text, without white space and in the order of the keys.
 *
 * Some numbers are written so that kube-apiserver reads the same value: a bigint as its digits, a {@link Float} as its
 * text, -0 as `-0.0` (the server reads `-0` as the integer 0), and a whole float beyond ±(2^53 - 1) with an exponent (the
 * server would read plain digits as an integer of 64 bits). Lone surrogates are written as escapes; the server reads
 * them as U+FFFD.
 *
 * Errors: throws {@link TooDeepError} for more than {@link maxDepth} levels, also for a cycle, and a TypeError for a
 * value that JSON can't represent (NaN, undefined).
 */
export function stringify(value: JsonValue): string {
  return isNativelyExact(value, 0) ? JSON.stringify(value) : writeExactly(value);
}

/** Thrown for a value that has more than {@link maxDepth} levels. */
export class TooDeepError extends TypeError {
  override readonly name = "TooDeepError";

  constructor() {
    super(tooDeep(maxDepth));
  }
}

/** The most levels that are passed to `JSON.stringify`, which recurses and fails near 4,000 levels. */
const maxRecursion = 1000;

/** True if `JSON.stringify` writes the value exactly. */
function isNativelyExact(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return isPlainNumber(value);
    case "object":
      return value === null || (depth < maxRecursion && isPlainContainer(value, depth + 1));
    default:
      return false;
  }
}

function isPlainNumber(value: number): boolean {
  if (!Number.isInteger(value)) return Number.isFinite(value);
  return Number.isSafeInteger(value) && !Object.is(value, -0);
}

function isPlainContainer(value: object, depth: number): boolean {
  if (Array.isArray(value)) {
    for (const item of value) if (!isNativelyExact(item, depth)) return false;
    return true;
  }
  if (!isObject(value) || "toJSON" in value) return false;
  for (const key in value) if (!isNativelyExact(value[key], depth)) return false;
  return true;
}

/** A list or map that is being written. `next` is the index of the next item or key. */
type WrittenContainer =
  | { readonly list: JsonArray; next: number }
  | { readonly map: JsonObject; readonly keys: readonly string[]; next: number };

function writeExactly(root: JsonValue): string {
  const stack: WrittenContainer[] = [];
  let text = openingText(root, stack);
  for (let container = stack.at(-1); container !== undefined; container = stack.at(-1)) {
    const length = "list" in container ? container.list.length : container.keys.length;
    if (container.next === length) {
      text += "list" in container ? "]" : "}";
      stack.pop();
    } else {
      if (container.next > 0) text += ",";
      text += nextText(container, stack);
    }
  }
  return text;
}

/** The text of the next item, or of the next key and value. For a list or map, only its opening bracket. */
function nextText(container: WrittenContainer, stack: WrittenContainer[]): string {
  if ("list" in container) return openingText(container.list[container.next++], stack);
  const key = assertDefined(container.keys[container.next++], "the index is below the length");
  return `${JSON.stringify(key)}:${openingText(container.map[key], stack)}`;
}

/** The text of a scalar. For a list or map, its opening bracket; the container is then pushed on the stack. */
function openingText(value: JsonValue | undefined, stack: WrittenContainer[]): string {
  if (!isArray(value) && !isObject(value)) return scalarText(value);
  if (stack.length >= maxDepth) throw new TooDeepError();
  if (isArray(value)) stack.push({ list: value, next: 0 });
  else stack.push({ map: value, keys: Object.keys(value), next: 0 });
  return isArray(value) ? "[" : "{";
}

function scalarText(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number") return numberText(value);
  if (value instanceof Float) return value.text;
  throw new TypeError(`${typeof value} is not a JSON value`);
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} is not a JSON number`);
  if (Object.is(value, -0)) return "-0.0";
  return isPlainNumber(value) ? String(value) : value.toExponential();
}
