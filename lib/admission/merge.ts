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
 * What became of `original` when only the difference from `before` to `after` is wanted: a handler works on an object
 * that was converted for it, and what the way there and back re-spelled by itself is no change of the handler's.
 */
export function mergeChange(
  original: JsonObject,
  before: JsonObject,
  after: JsonObject,
): JsonObject {
  const merged: MutableJsonObject = {};
  for (const [key, value] of Object.entries(original)) {
    const then = member(before, key);
    const now = member(after, key);
    if (now !== undefined)
      assign(merged, key, then === undefined ? now : mergeValue(value, then, now));
    else if (then === undefined) assign(merged, key, value);
  }
  for (const [key, now] of Object.entries(after)) {
    if (!Object.hasOwn(original, key) && !equal(member(before, key), now)) assign(merged, key, now);
  }
  return merged;
}

function mergeValue(original: JsonValue, before: JsonValue, after: JsonValue): JsonValue {
  if (equal(before, after)) return original;
  if (!isObject(original) || !isObject(before) || !isObject(after)) return after;
  return mergeChange(original, before, after);
}
