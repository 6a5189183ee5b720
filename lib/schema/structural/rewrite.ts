import { assertDefined } from "../../json/invariant.ts";
import {
  assign,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";

/**
 * Applies a function to each member of a map. A member for which it returns undefined is removed. Returns the same map
 * if nothing changes.
 */
export function rewriteMap(
  map: JsonObject,
  rewrite: (value: JsonValue, key: string) => JsonValue | undefined,
): JsonObject {
  let copy: MutableJsonObject | undefined;
  for (const key of Object.keys(map)) {
    const value = assertDefined(map[key], hasValues);
    const rewritten = rewrite(value, key);
    if (copy === undefined) {
      if (rewritten === value) continue;
      copy = membersBefore(map, key);
    }
    if (rewritten !== undefined) assign(copy, key, rewritten);
  }
  return copy ?? map;
}

function membersBefore(map: JsonObject, end: string): MutableJsonObject {
  const copy: MutableJsonObject = {};
  for (const key of Object.keys(map)) {
    if (key === end) break;
    assign(copy, key, assertDefined(map[key], hasValues));
  }
  return copy;
}

const hasValues = "a map has a value for each of its keys";

/** Applies a function to each item of a list. Returns the same list if nothing changes. */
export function rewriteList(
  list: JsonArray,
  rewrite: (item: JsonValue, index: number) => JsonValue,
): JsonArray {
  let copy: JsonValue[] | undefined;
  let index = 0;
  for (const item of list) {
    const rewritten = rewrite(item, index);
    if (copy === undefined && rewritten !== item) copy = list.slice(0, index);
    copy?.push(rewritten);
    index++;
  }
  return copy ?? list;
}
