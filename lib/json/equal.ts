import { assertDefined } from "./invariant.ts";
import { Float, isArray, isObject, type JsonObject, type JsonValue } from "./value.ts";

/**
 * True if two JSON values are equal: numbers by decimal value (1 = 1.0), lists in order, maps without regard to the
 * order of keys. Absent, null, empty and zero are four different values.
 */
export function equal(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return equalFrom(a, b, 0);
}

type Operand = JsonValue | undefined;

/**
 * The most levels of recursion; deeper values are compared without recursion, because the call stack is limited. The number
 * is a choice: nearly every value has fewer levels, and 500 need only part of the stack, some of which the caller may use.
 */
const maxRecursion = 500;

function equalFrom(a: Operand, b: Operand, depth: number): boolean {
  if (a === b) return true;
  if (depth === maxRecursion) return equalWithoutRecursion(a, b);
  if (isArray(a)) {
    if (!isArray(b) || a.length !== b.length) return false;
    return a.every((item, at) => equalFrom(item, b[at], depth + 1));
  }
  if (isObject(a)) return isObject(b) && equalMaps(a, b, depth + 1);
  return isNumber(a) && isNumber(b) && equalNumbers(a, b);
}

/** Compares two maps. Their keys nearly always have the same order; only a key at another position is looked up. */
function equalMaps(a: JsonObject, b: JsonObject, depth: number): boolean {
  const keys = Object.keys(a);
  const others = Object.keys(b);
  if (keys.length !== others.length) return false;
  for (let at = 0; at < keys.length; at++) {
    const key = assertDefined(keys[at], "the index is below the length");
    if (key !== others[at] && !Object.hasOwn(b, key)) return false;
    if (!equalFrom(a[key], b[key], depth)) return false;
  }
  return true;
}

/** The same result as {@link equalFrom}, with an explicit stack. */
function equalWithoutRecursion(a: Operand, b: Operand): boolean {
  const open: [Operand, Operand][] = [[a, b]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [one, other] = pair;
    if (isArray(one)) {
      if (!isArray(other) || one.length !== other.length) return false;
      for (const [at, item] of one.entries()) open.push([item, other[at]]);
    } else if (isObject(one)) {
      if (!isObject(other) || !haveSameKeys(one, other)) return false;
      for (const key of Object.keys(one)) open.push([one[key], other[key]]);
    } else if (!equalFrom(one, other, 0)) return false;
  }
  return true;
}

function haveSameKeys(a: JsonObject, b: JsonObject): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key));
}

function isNumber(value: JsonValue | undefined): value is number | bigint | Float {
  return typeof value === "number" || typeof value === "bigint" || value instanceof Float;
}

/**
 * Compares by decimal value: JavaScript orders a bigint and a number by value, although `===` never finds them equal.
 */
function equalNumbers(a: number | bigint | Float, b: number | bigint | Float): boolean {
  const [x, y] = [numericValue(a), numericValue(b)];
  return x >= y && x <= y;
}

function numericValue(value: number | bigint | Float): number | bigint {
  return value instanceof Float ? value.value : value;
}
