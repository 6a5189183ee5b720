import { equal } from "../json/equal.ts";
import {
  assign,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../json/value.ts";

/**
 * Applies the differences between `before` and `after` to `original`. A handler works on a converted object: `before`
 * and `after` are its input and its result, converted back. A value that the conversions only write in another form is
 * equal in `before` and `after`, so the result has it as in `original`.
 */
export function mergeChange(
  original: JsonObject,
  before: JsonObject,
  after: JsonObject,
  depth = 0,
): JsonObject {
  const merged: MutableJsonObject = {};
  for (const [key, value] of Object.entries(original)) {
    const then = member(before, key);
    const now = member(after, key);
    if (now !== undefined)
      assign(merged, key, then === undefined ? now : mergeValue(value, then, now, depth + 1));
    else if (then === undefined) assign(merged, key, value);
  }
  for (const [key, now] of Object.entries(after)) {
    if (!Object.hasOwn(original, key) && !equal(member(before, key), now)) assign(merged, key, now);
  }
  return merged;
}

/**
 * The greatest depth to which maps are merged. A changed value at this depth is replaced as a whole. The number is a choice:
 * the fields that handlers change are far less deep, and each level takes two calls on the stack and compares all values below
 * it once more.
 */
const maxMergeDepth = 200;

function mergeValue(
  original: JsonValue,
  before: JsonValue,
  after: JsonValue,
  depth: number,
): JsonValue {
  if (equal(before, after)) return original;
  if (depth === maxMergeDepth) return after;
  if (!isObject(original) || !isObject(before) || !isObject(after)) return after;
  return mergeChange(original, before, after, depth);
}
