import { assertDefined } from "../json/invariant.ts";
import { isArray, isObject, type JsonValue, member } from "../json/value.ts";
import { float64Of, isInt64, isNumber } from "./number.ts";

/**
 * True if two values are equal for the API server (Go's reflect.DeepEqual). An integer never equals a float: `1` differs
 * from `1.0`, if that was parsed as a `Float`. Does not recurse: the depth is unlimited.
 */
export function deepEqual(a: JsonValue, b: JsonValue): boolean {
  const pairs: [JsonValue, JsonValue][] = [[a, b]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    if (!equalShallow(pair[0], pair[1], pairs)) return false;
  }
  return true;
}

/** Compares two values without their items and members, which it adds to `pairs` to be compared later. */
function equalShallow(a: JsonValue, b: JsonValue, pairs: [JsonValue, JsonValue][]): boolean {
  if (isArray(a)) {
    if (!isArray(b) || a.length !== b.length) return false;
    for (const [index, item] of a.entries()) {
      pairs.push([item, assertDefined(b[index], "both lists have the same length")]);
    }
    return true;
  }
  if (isObject(a)) {
    if (!isObject(b)) return false;
    const entries = Object.entries(a);
    if (entries.length !== Object.keys(b).length) return false;
    for (const [key, value] of entries) {
      const other = member(b, key);
      if (other === undefined) return false;
      pairs.push([value, other]);
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
