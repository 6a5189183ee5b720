import {
  assign,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../../json/value.ts";
import { type KeyPath, parsePath } from "./path.ts";

/** A path's text that names one place. Errors: throws a RangeError for any other, and for the root. */
export function keyPath(text: string): KeyPath {
  const steps = parsePath(text)?.filter((step) => typeof step === "string") ?? [];
  if (steps.length === 0 || steps.length !== parsePath(text)?.length) {
    throw new RangeError(`${text} is no path of keys`);
  }
  return steps;
}

/** The value at a path of keys; undefined where a map on the way is absent or none. */
export function valueAt(object: JsonValue | undefined, path: KeyPath): JsonValue | undefined {
  let value = object;
  for (const key of path) {
    if (!isObject(value)) return undefined;
    value = member(value, key);
  }
  return value;
}

/** The map with a value at a path, parents made; undefined where a parent is no map. */
export function withValueAt(
  map: JsonObject,
  [key = "", ...below]: KeyPath,
  value: JsonValue,
): JsonObject | undefined {
  const parent = below.length === 0 ? undefined : (member(map, key) ?? {});
  if (parent === undefined) return withMember(map, key, value);
  const inner = isObject(parent) ? withValueAt(parent, below, value) : undefined;
  return inner === undefined ? undefined : withMember(map, key, inner);
}

function withMember(map: JsonObject, key: string, value: JsonValue): JsonObject {
  const copy: MutableJsonObject = { ...map };
  assign(copy, key, value);
  return copy;
}

/** The map without what is at a path, and without the parents that this empties. */
export function withoutValueAt(map: JsonObject, [key = "", ...below]: KeyPath): JsonObject {
  const inner = member(map, key);
  const { [key]: _, ...rest } = map;
  if (inner === undefined || below.length === 0) return rest;
  if (!isObject(inner)) return map;
  const left = withoutValueAt(inner, below);
  return Object.keys(left).length === 0 && Object.keys(inner).length > 0
    ? rest
    : withMember(map, key, left);
}
