import { maxDepth, tooDeep } from "./error.ts";
import { Float, type JsonObject, type JsonValue } from "./value.ts";

/**
 * Writes a value as JSON text without white space, keys in the order of the maps.
 *
 * A bigint is written as its digits, a {@link Float} as its text, -0 as `-0.0` (the server reads `-0` as the integer 0),
 * a whole float beyond ±2^53 with an exponent (the server reads bare digits as an integer of 64 bits, which it is not).
 * Lone surrogates leave as escapes: the server reads them as U+FFFD either way.
 *
 * Errors: throws {@link TooDeep} on more than {@link maxDepth} levels, and so on a cycle, and a TypeError on what is no JSON
 * (NaN, undefined) and so comes from no text.
 */
export function stringify(value: JsonValue): string {
  return isPlain(value, 0) ? JSON.stringify(value) : writeExactly(value);
}

/** A value nests deeper than it may be written. */
export class TooDeep extends TypeError {
  override readonly name = "TooDeep";

  constructor() {
    super(tooDeep(maxDepth));
  }
}

/** `JSON.stringify` recurses on the machine's stack and gives up near 4,000 levels; stay well below. */
const nativeDepth = 1000;

/** True when `JSON.stringify` writes the value exactly. */
function isPlain(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return isPlainNumber(value);
    case "object":
      return value === null || (depth < nativeDepth && isPlainContainer(value, depth + 1));
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
    for (const item of value) if (!isPlain(item, depth)) return false;
    return true;
  }
  if (value instanceof Float || "toJSON" in value) return false;
  for (const key in value) if (!isPlain((value as JsonObject)[key], depth)) return false;
  return true;
}

/** A list or map that is being written: `keys` of a map, undefined for a list; `next` is the index of what comes next. */
interface Frame {
  readonly container: JsonObject | readonly JsonValue[];
  readonly keys: readonly string[] | undefined;
  next: number;
}

function writeExactly(root: JsonValue): string {
  let text = "";
  const stack: Frame[] = [];
  let value: JsonValue | undefined = root;
  for (;;) {
    const scalar = scalarText(value);
    if (scalar === undefined) {
      if (stack.length >= maxDepth) throw new TooDeep();
      const frame = frameOf(value as JsonObject | readonly JsonValue[]);
      text += frame.keys === undefined ? "[" : "{";
      stack.push(frame);
    } else {
      text += scalar;
    }
    let frame = stack.at(-1);
    while (frame !== undefined && frame.next === lengthOf(frame)) {
      text += frame.keys === undefined ? "]" : "}";
      stack.pop();
      frame = stack.at(-1);
    }
    if (frame === undefined) return text;
    text += separator(frame);
    value = child(frame);
    frame.next++;
  }
}

/** The text of what is neither list nor map. */
function scalarText(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return JSON.stringify(value);
    case "bigint":
      return value.toString();
    case "number":
      return numberText(value);
    case "object":
      if (value === null) return "null";
      return value instanceof Float ? value.text : undefined;
    default:
      throw new TypeError(`${typeof value} is no JSON value`);
  }
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} is no JSON number`);
  if (Object.is(value, -0)) return "-0.0";
  return isPlainNumber(value) ? String(value) : value.toExponential();
}

function frameOf(container: JsonObject | readonly JsonValue[]): Frame {
  return {
    container,
    keys: Array.isArray(container) ? undefined : Object.keys(container),
    next: 0,
  };
}

function lengthOf(frame: Frame): number {
  return frame.keys === undefined
    ? (frame.container as readonly JsonValue[]).length
    : frame.keys.length;
}

function separator(frame: Frame): string {
  const comma = frame.next === 0 ? "" : ",";
  const key = frame.keys?.[frame.next];
  return key === undefined ? comma : `${comma}${JSON.stringify(key)}:`;
}

function child(frame: Frame): JsonValue | undefined {
  const key = frame.keys?.[frame.next] ?? frame.next;
  return (frame.container as JsonObject)[key];
}
