import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";

/** A value whose maps have their members in the order of their names. */
export function sortedMembers<T extends JsonObject>(value: T): JsonObject;
export function sortedMembers(value: JsonValue): JsonValue;
export function sortedMembers(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map((item) => sortedMembers(item));
  if (!isObject(value)) return value;
  const sorted: MutableJsonObject = {};
  for (const [key, item] of Object.entries(value).sort(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    assign(sorted, key, sortedMembers(item));
  }
  return sorted;
}
