import { isObject, type JsonObject, member } from "../../json/value.ts";

/** The map that a map has as a member; empty where it has none. */
export function mapAt(object: JsonObject, key: string): JsonObject {
  const value = member(object, key);
  return isObject(value) ? value : {};
}
