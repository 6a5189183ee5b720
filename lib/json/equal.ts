import {
  Float,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "./value.ts";

/**
 * Equality of JSON values as the server's users see it: numbers by decimal value (1 = 1.0), lists by order, maps
 * without key order. Absent, null, empty and zero are four different values.
 */
export function equal(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return equalFrom(a, b, 0);
}

type Part = JsonValue | undefined;

/** Levels that are walked on the machine's stack, which carries fewer than a text may have. */
const nativeDepth = 500;

function equalFrom(a: Part, b: Part, depth: number): boolean {
  if (a === b) return true;
  if (depth === nativeDepth) return equalDeep(a, b);
  if (isArray(a)) {
    return isArray(b) && isAlike(a, b) && a.every((item, at) => equalFrom(item, b[at], depth + 1));
  }
  if (isObject(a)) return isObject(b) && equalMaps(a, b, depth + 1);
  return isNumber(a) && isNumber(b) && equalNumbers(a, b);
}

/** Keys are nearly always in the same order: only elsewhere is it asked whether the other map has one. */
function equalMaps(a: JsonObject, b: JsonObject, depth: number): boolean {
  const keys = Object.keys(a);
  const others = Object.keys(b);
  if (keys.length !== others.length) return false;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? "";
    if (key !== others[at] && !Object.hasOwn(b, key)) return false;
    if (!equalFrom(a[key], b[key], depth)) return false;
  }
  return true;
}

/** The same with a stack of its own. */
function equalDeep(a: Part, b: Part): boolean {
  const open: [Part, Part][] = [[a, b]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [one, other] = pair;
    if (isArray(one)) {
      if (!isArray(other) || !isAlike(one, other)) return false;
      for (const [at, item] of one.entries()) open.push([item, other[at]]);
    } else if (isObject(one)) {
      if (!isObject(other) || !isAlike(one, other)) return false;
      for (const key of Object.keys(one)) open.push([one[key], other[key]]);
    } else if (!equalFrom(one, other, 0)) return false;
  }
  return true;
}

/** True for lists of the same length, and maps with the same keys. */
function isAlike(a: JsonArray | JsonObject, b: JsonArray | JsonObject): boolean {
  if (isArray(a)) return a.length === b["length"];
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key));
}

function isNumber(value: JsonValue | undefined): value is number | bigint | Float {
  return typeof value === "number" || typeof value === "bigint" || value instanceof Float;
}

/** By decimal value: JavaScript orders bigint and number mathematically, though `===` tells them apart. */
function equalNumbers(a: number | bigint | Float, b: number | bigint | Float): boolean {
  const [x, y] = [numeric(a), numeric(b)];
  return x >= y && x <= y;
}

function numeric(value: number | bigint | Float): number | bigint {
  return value instanceof Float ? value.value : value;
}
