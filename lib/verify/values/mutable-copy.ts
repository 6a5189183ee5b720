import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";

/** A deep copy: it shares no list or map with its source. */
export function mutableCopy<T extends JsonObject>(object: T): T;
export function mutableCopy(value: JsonValue): JsonValue;
export function mutableCopy(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map((item) => mutableCopy(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mutableCopy(item)]));
}
