import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";

/**
 * Replaces each lone surrogate in a value by U+FFFD, as the server reads it. Returns the same value if it has none.
 * Does not recurse, because the depth of the value is not limited.
 */
export function replaceLoneSurrogates(value: JsonValue): JsonValue {
  return isWellFormed(value) ? value : repairedText(value);
}

function isWellFormed(root: JsonValue): boolean {
  const rest: JsonValue[] = [root];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (typeof value === "string" && !value.isWellFormed()) return false;
    if (isArray(value)) for (const item of value) rest.push(item);
    else if (isObject(value)) for (const part of Object.entries(value)) rest.push(part);
  }
  return true;
}

/** A list or map of the input, and its repaired copy. */
type RepairedContainer =
  | readonly [JsonObject, MutableJsonObject]
  | readonly [readonly JsonValue[], JsonValue[]];

function repairedText(root: JsonValue): JsonValue {
  const rest: RepairedContainer[] = [];
  const result = emptyCopy(root, rest);
  for (let pair = rest.pop(); pair !== undefined; pair = rest.pop()) fill(pair, rest);
  return result;
}

/** The repaired text, or an empty list or map that is filled later. */
function emptyCopy(value: JsonValue, rest: RepairedContainer[]): JsonValue {
  if (typeof value === "string") return value.toWellFormed();
  if (isArray(value)) {
    const list: JsonValue[] = [];
    rest.push([value, list]);
    return list;
  }
  if (!isObject(value)) return value;
  const map: MutableJsonObject = {};
  rest.push([value, map]);
  return map;
}

function fill([from, to]: RepairedContainer, rest: RepairedContainer[]): void {
  if (Array.isArray(to)) {
    for (const item of Object.values(from)) to.push(emptyCopy(item, rest));
    return;
  }
  for (const [key, value] of Object.entries(from)) {
    assign(to, key.toWellFormed(), emptyCopy(value, rest));
  }
}
