import {
  assign,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../../json/value.ts";
import { InvalidLens } from "./invalid-lens.ts";
import { type KeyPath, parsePath } from "./path.ts";

/** Like {@link parseKeyPath}, but throws an {@link InvalidLens} for a text that is not a path of keys. */
export function requireKeyPath(text: string): KeyPath {
  const keys = parseKeyPath(text);
  if (keys === undefined) throw new InvalidLens(`${text} is not a path of keys, such as spec.host`);
  return keys;
}

/** Parses a path of keys only, such as `spec.host`; undefined for any other text, such as `.` or `spec.ports[*]`. */
export function parseKeyPath(text: string): KeyPath | undefined {
  const path = parsePath(text) ?? [];
  const keys = path.filter((step) => typeof step === "string");
  return keys.length === 0 || keys.length < path.length ? undefined : keys;
}

/** The value at a path of keys; undefined if a value on the way is absent or not a map. */
export function valueAt(object: JsonValue | undefined, path: KeyPath): JsonValue | undefined {
  let value = object;
  for (const key of path) {
    if (!isObject(value)) return undefined;
    value = member(value, key);
  }
  return value;
}

/** A copy of the map with a value set at a path; absent parents are created. Undefined if a parent is not a map. */
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

/** A copy of the map without the value at a path, and without the maps above it that are then empty. */
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
