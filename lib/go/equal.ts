import { isArray, isObject, type JsonValue } from "../json/value.ts";
import { float64Of, isInt64, isNumber } from "./number.ts";

/**
 * Equality as the server's own (Go's reflect.DeepEqual): an integer never equals a float, `1` is not `1.0`.
 * Keeps its own stack: depth is no limit.
 */
export function deepEqual(a: JsonValue, b: JsonValue): boolean {
  const pairs: [JsonValue, JsonValue][] = [[a, b]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    if (!equalHere(pair[0], pair[1], pairs)) return false;
  }
  return true;
}

/** Compares two values, and leaves what they hold to the stack. */
function equalHere(a: JsonValue, b: JsonValue, pairs: [JsonValue, JsonValue][]): boolean {
  if (isArray(a)) {
    if (!isArray(b) || a.length !== b.length) return false;
    for (const [index, item] of a.entries()) pairs.push([item, b[index] ?? null]);
    return true;
  }
  if (isObject(a)) {
    if (!isObject(b)) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false;
      pairs.push([a[key] ?? null, b[key] ?? null]);
    }
    return true;
  }
  if (isNumber(a)) {
    return (
      isNumber(b) &&
      isInt64(a) === isInt64(b) &&
      (isInt64(a) ? a === b : float64Of(a) === float64Of(b))
    );
  }
  return a === b;
}
