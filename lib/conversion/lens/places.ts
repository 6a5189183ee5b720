import {
  assign,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../../json/value.ts";
import type { Run } from "./codec.ts";
import { type KeyPath, startsWith } from "./path.ts";
import { isEmptyMap } from "./take.ts";

/** The value at a path of keys; undefined where a map on the way is absent or none. */
export function valueAt(object: JsonValue | undefined, path: KeyPath): JsonValue | undefined {
  let value = object;
  for (const key of path) {
    if (!isObject(value)) return undefined;
    value = member(value, key);
  }
  return value;
}

export function hasParent(object: JsonObject, path: KeyPath): boolean {
  return isObject(valueAt(object, path.slice(0, -1)));
}

/** The outermost place above a path that a rule takes: what stands there is gone when the path is written. */
export function claimAbove(path: KeyPath, claims: readonly KeyPath[]): KeyPath | undefined {
  const above = claims.filter((claim) => claim.length < path.length && startsWith(path, claim));
  return above.sort((one, other) => one.length - other.length)[0];
}

/** True where something that is no map stands above a path. */
export function isBlocked(object: JsonObject, path: KeyPath): boolean {
  let value: JsonValue | undefined = object;
  for (const key of path.slice(0, -1)) {
    if (!isObject(value)) return true;
    value = member(value, key);
    if (value === undefined) return false;
  }
  return !isObject(value);
}

/** An image with a value at a path, and the maps above it; without where something else stands there. */
export function put(
  image: JsonObject,
  source: JsonObject,
  path: KeyPath,
  value: JsonValue,
  run: Run,
): JsonObject {
  if (meetsEmpty(image, path)) run.residual = true;
  const written = withValue(image, source, path, 0, value);
  if (written === undefined) run.residual = true;
  return written ?? image;
}

/** True where a map above a place is there, but empty: nothing would tell it from one that was made for the value. */
function meetsEmpty(image: JsonObject, path: KeyPath): boolean {
  let map: JsonValue | undefined = image;
  for (let index = 0; index < path.length - 1; index++) {
    map = member(map, path[index] ?? "");
    if (!isObject(map)) return false;
    if (isEmptyMap(map)) return true;
  }
  return false;
}

/** Writes into maps that the image has of its own, and into copies of those that it shares with the source. */
export function withValue(
  image: JsonObject,
  source: JsonValue | undefined,
  path: KeyPath,
  depth: number,
  value: JsonValue,
): JsonObject | undefined {
  const key = path[depth] ?? "";
  let inner: JsonValue = value;
  if (depth < path.length - 1) {
    const found = member(image, key);
    const next = found === undefined ? {} : found;
    const below = isObject(source) ? member(source, key) : undefined;
    const written = isObject(next) ? withValue(next, below, path, depth + 1, value) : undefined;
    if (written === undefined) return undefined;
    inner = written;
  }
  if (image !== source) {
    assign(image as MutableJsonObject, key, inner);
    return image;
  }
  const own: MutableJsonObject = { ...image };
  assign(own, key, inner);
  return own;
}
