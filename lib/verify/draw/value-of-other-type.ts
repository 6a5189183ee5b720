import { isArray, isObject, type JsonValue } from "../../json/value.ts";
import type { DrawState } from "./draw.ts";

const others: readonly JsonValue[] = [
  ...["", "text", "12", 0, 7, -1.5, 2n ** 53n + 1n, true, false, [], ["a"], [null], [{}]],
  ...[{}, { a: 1 }, { name: "x" }, [[1]]],
];

/** A random value of another JSON type than `value`. */
export function valueOfOtherType(value: JsonValue, draw: DrawState): JsonValue {
  const type = jsonType(value);
  return draw.pick(others.filter((other) => jsonType(other) !== type)) ?? null;
}

function jsonType(value: JsonValue): string {
  if (value === null) return "null";
  if (isArray(value)) return "array";
  if (isObject(value)) return "object";
  return typeof value === "string" || typeof value === "boolean" ? typeof value : "number";
}
