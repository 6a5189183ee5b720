import { isObject, type JsonObject } from "../../lib/json/value.ts";

/** A value that has to be a map; throws if it is something else. */
export function asMap(value: unknown): JsonObject {
  if (!isObject(value)) throw new Error(`not a map: ${JSON.stringify(value)}`);
  return value;
}
