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
 * Applies to `original` only what differs between `before` and `after`. A handler works on a converted object: values
 * that the conversion there and back merely writes in another form are not changes of the handler.
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

/** The depth of the recursion; a deeper value that was changed is replaced as a whole. */
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
