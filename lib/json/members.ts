import { isArray, isObject, type JsonObject, type JsonValue, member } from "./value.ts";

/** The map that a map has as a member; empty where it has none. */
export function mapAt(object: JsonObject, key: string): JsonObject {
  const value = member(object, key);
  return isObject(value) ? value : {};
}

/** The maps in a list; none where the value is not a list. */
export function mapsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}

/** The texts in a list; none where the value is not a list. */
export function textsIn(value: JsonValue | undefined): readonly string[] {
  return isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
