import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../json/value.ts";
import { compareText } from "./text-order.ts";

/** Copies a value with the members of all its maps sorted by the bytes of their names, the order in which Go writes them. */
export function sortedMembers<T extends JsonObject>(value: T): JsonObject;
export function sortedMembers(value: JsonValue): JsonValue;
export function sortedMembers(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map((item) => sortedMembers(item));
  if (!isObject(value)) return value;
  const sorted: MutableJsonObject = {};
  const entries = Object.entries(value).sort(([one], [other]) => compareText(one, other));
  for (const [key, item] of entries) assign(sorted, key, sortedMembers(item));
  return sorted;
}
