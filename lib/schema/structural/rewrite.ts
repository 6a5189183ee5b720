import {
  assign,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";

/**
 * A map with each member rewritten, undefined for one that goes; the map itself where nothing changes, so that what is
 * untouched costs no copy.
 */
export function rewriteMap(
  map: JsonObject,
  rewrite: (value: JsonValue, key: string) => JsonValue | undefined,
): JsonObject {
  let copy: MutableJsonObject | undefined;
  for (const key of Object.keys(map)) {
    const value = map[key] ?? null;
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
    assign(copy, key, map[key] ?? null);
  }
  return copy;
}

/** A list with each item rewritten; the list itself where nothing changes. */
export function rewriteList(
  list: JsonArray,
  rewrite: (item: JsonValue, index: number) => JsonValue,
): JsonArray {
  let copy: JsonValue[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const item = list[index] ?? null;
    const rewritten = rewrite(item, index);
    if (copy === undefined && rewritten !== item) copy = list.slice(0, index);
    copy?.push(rewritten);
  }
  return copy ?? list;
}
