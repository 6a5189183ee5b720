import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "./value.ts";

/** The member with this key, if it is a map; otherwise, or if `value` is not a map, an empty map. */
export function mapAt(value: JsonValue | undefined, key: string): JsonObject {
  const found = isObject(value) ? member(value, key) : undefined;
  return isObject(found) ? found : {};
}

/** The member with this key, if it is a list; otherwise an empty list. */
export function listAt(object: JsonObject, key: string): JsonArray {
  const value = member(object, key);
  return isArray(value) ? value : [];
}

/** The member with this key, if it is a string; otherwise an empty string, as Go's accessors return it. */
export function textAt(object: JsonObject, key: string): string {
  return optionalTextAt(object, key) ?? "";
}

/** The member with this key, if it is a string; otherwise undefined. */
export function optionalTextAt(object: JsonObject, key: string): string | undefined {
  const value = member(object, key);
  return typeof value === "string" ? value : undefined;
}

/** The items of a list that are maps; empty if the value is not a list. */
export function mapsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}

/** The items of a list that are strings; empty if the value is not a list. */
export function textsIn(value: JsonValue | undefined): readonly string[] {
  return isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** The members of a map that are strings. */
export function textMembers(map: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(map).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
