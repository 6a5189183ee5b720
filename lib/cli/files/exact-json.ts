import type { JsonValue } from "../../json/value.ts";

/** Converts a value of the YAML library to a JsonValue. Integers become numbers if these are exact, else bigints. */
export function exactJson(value: unknown): JsonValue {
  if (typeof value === "bigint") {
    const small = Number(value);
    return Number.isSafeInteger(small) ? small : value;
  }
  if (Array.isArray(value)) return value.map(exactJson);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, exactJson(each)]));
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : null;
}
