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

/** Levels that are walked on the machine's stack; what was changed deeper counts whole. */
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
