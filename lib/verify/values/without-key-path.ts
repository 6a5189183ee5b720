import type { KeyPath } from "../../conversion/lens/path.ts";
import {
  assign,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";

/** A map without the member at a path, and without the maps that become empty so. */
export function withoutKeyPath(map: JsonObject, path: KeyPath): JsonObject {
  return cut(map, path) ?? {};
}

function cut(map: JsonObject, [key, ...rest]: KeyPath): JsonObject | undefined {
  const result: MutableJsonObject = {};
  for (const [name, value] of Object.entries(map)) {
    const left = name === key ? below(value, rest) : value;
    if (left !== undefined) assign(result, name, left);
  }
  return Object.keys(result).length === 0 ? undefined : result;
}

function below(value: JsonValue, rest: KeyPath): JsonValue | undefined {
  if (rest.length === 0) return undefined;
  return isObject(value) ? cut(value, rest) : value;
}
