import { marshal } from "../go/print.ts";
import {
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../json/value.ts";
import type { Structural } from "../schema/structural/structural.ts";

/** How the items of a list are identified: `map` by keys, `set` by value, `atomic` by position. */
type ListKind =
  | { readonly type: "map"; readonly keys: readonly string[] }
  | { readonly type: "set" }
  | { readonly type: "atomic" };

/** How the schema identifies the items of a list; `atomic` also if items of a map list or set lack a key or repeat another. */
export function listKind(list: JsonArray, schema: Structural | undefined): ListKind {
  const { listType, listMapKeys: keys = [] } = schema?.x ?? {};
  if (listType === "map" && isDistinct(list, (item) => itemKeyText(item, keys))) {
    return { type: "map", keys };
  }
  if (listType === "set" && isDistinct(list, marshal)) return { type: "set" };
  return { type: "atomic" };
}

/** An item's key values as a string, for comparison; undefined for an item that is not a map or has none of the keys. */
export function itemKeyText(item: JsonValue, keys: readonly string[]): string | undefined {
  if (!isObject(item) || !keys.some((key) => Object.hasOwn(item, key))) return undefined;
  return marshal(keys.map((key) => keyValue(item, key)));
}

function keyValue(item: JsonObject, key: string): JsonValue {
  const value = member(item, key);
  return value === undefined ? [] : value;
}

function isDistinct(list: JsonArray, identity: (item: JsonValue) => string | undefined): boolean {
  const met = new Set(list.map(identity));
  return met.size === list.length && !met.has(undefined);
}
