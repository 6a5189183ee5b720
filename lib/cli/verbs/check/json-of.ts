import {
  assign,
  Float,
  isObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../../json/value.ts";

/** A report as JSON. Members that are undefined or functions are left out; in lists they are null. */
export function jsonValueOf(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(jsonValueOf);
  if (value instanceof Float || !isObject(value)) return scalarOf(value);
  const map: MutableJsonObject = {};
  for (const key of Object.keys(value)) {
    const member: unknown = value[key];
    if (member !== undefined && typeof member !== "function") assign(map, key, jsonValueOf(member));
  }
  return map;
}

function scalarOf(value: unknown): JsonValue {
  if (value instanceof Float) return value;
  switch (typeof value) {
    case "string":
    case "boolean":
    case "number":
    case "bigint":
      return value;
    default:
      return null;
  }
}
