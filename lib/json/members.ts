import { isArray, isObject, type JsonObject, type JsonValue, member } from "./value.ts";

/** The member with this key, if it is a map; otherwise an empty map. */
export function mapAt(object: JsonObject, key: string): JsonObject {
  const value = member(object, key);
  return isObject(value) ? value : {};
}

/** The items of a list that are maps; empty if the value is not a list. */
export function mapsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}

/** The items of a list that are strings; empty if the value is not a list. */
export function textsIn(value: JsonValue | undefined): readonly string[] {
  return isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
