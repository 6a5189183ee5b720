import { Float, isArray, isObject, type JsonObject, type JsonValue } from "./value.ts";

/**
 * Equality of JSON values as the server's users see it: numbers by decimal value (1 = 1.0), lists by order, maps
 * without key order. Absent, null, empty and zero are four different values.
 */
export function equal(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (isArray(a)) {
    return isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index]));
  }
  if (isObject(a)) return isObject(b) && equalMaps(a, b);
  return isNumber(a) && isNumber(b) && equalNumbers(a, b);
}

function equalMaps(a: JsonObject, b: JsonObject): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]))
  );
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
