import { type MapKey, mapKey, memberAt } from "../../json/map-key.ts";
import { isEmptySparse } from "../../json/sparse.ts";
import {
  assign,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../../json/value.ts";
import { type KeyPath, startsWith } from "../language/path.ts";
import { isRequiredMap, type SchemaNode } from "../language/schema-node.ts";
import type { ConversionRun } from "../ops/codec.ts";

/** The outermost of the claims above a path; undefined if there is none. */
export function outermostClaimAbove(
  path: KeyPath,
  claims: readonly KeyPath[],
): KeyPath | undefined {
  const above = claims.filter((claim) => claim.length < path.length && startsWith(path, claim));
  return above.sort((one, other) => one.length - other.length)[0];
}

/** True if the value at `parent`, or one above it, exists and is not a map. */
export function isBlockedAt(object: JsonObject, parent: KeyPath): boolean {
  let value: JsonValue | undefined = object;
  for (const key of parent) {
    if (!isObject(value)) return true;
    value = member(value, key);
    if (value === undefined) return false;
  }
  return !isObject(value);
}

/** A path to write values to, prepared for use with many maps. */
export interface TargetPath {
  /** The keys of the maps above the path, from the outermost. */
  readonly parents: readonly MapKey[];
  readonly last: string;
  /**
   * How many of the parents, from the outermost, are neither a path that a rule writes nor below one. The others may be shared with
   * the source, the lens or a hook's value, and are copied before they are changed.
   */
  readonly aboveValues: number;
  /**
   * For each parent: true if the reverse conversion does not remove it when it becomes empty again, because the source's schema
   * requires it or it is part of another rule's value. If the conversion creates such a parent, the reverse conversion alone does
   * not restore the object.
   */
  readonly outlasts: readonly boolean[];
}

/**
 * Prepares a path for writing. `targets` are all paths that the rules of its scope write; `source` is the schema of the maps that
 * are read.
 */
export function targetPath(
  path: KeyPath,
  targets: readonly KeyPath[],
  source: SchemaNode,
): TargetPath {
  const parents = path.slice(0, -1).map(mapKey);
  const outermost = outermostClaimAbove(path, targets);
  const aboveValues = outermost === undefined ? parents.length : Math.max(outermost.length - 1, 0);
  return {
    parents,
    last: path.at(-1) ?? "",
    aboveValues,
    outlasts: parents.map(
      (_, level) => level >= aboveValues || isRequiredMap(source, path.slice(0, level + 1)),
    ),
  };
}

/**
 * Writes a value to a path of the image, and creates the maps above it. The image is unchanged if a value above the path is not a
 * map.
 */
export function writeAt(
  image: JsonObject,
  source: JsonObject,
  place: TargetPath,
  value: JsonValue,
  run: ConversionRun,
): JsonObject {
  if (hasEmptyParent(image, place)) run.isInexact = true;
  return withValue(image, source, place, value, run);
}

/**
 * True if a map above the path is empty: after the conversion it can't be told apart from a map that was created for the value.
 */
function hasEmptyParent(image: JsonObject, { parents }: TargetPath): boolean {
  let map: JsonValue | undefined = image;
  for (const key of parents) {
    map = memberAt(map, key);
    if (!isObject(map)) return false;
    if (isEmptySparse(map)) return true;
  }
  return false;
}

/** Writes a value to a path. The image's own maps are changed; maps that it may share with the source are copied first. */
export function withValue(
  image: JsonObject,
  source: JsonObject,
  { parents, last, aboveValues, outlasts }: TargetPath,
  value: JsonValue,
  run: ConversionRun,
): JsonObject {
  const root = writableMap(image, source);
  let map = root;
  let before: JsonValue | undefined = source;
  for (let level = 0; level < parents.length; level++) {
    const parent = parents[level];
    if (parent === undefined) break;
    const found = memberAt(map, parent);
    if (found !== undefined && !isObject(found)) {
      run.isInexact = true;
      return image;
    }
    if (found === undefined && outlasts[level] === true) run.isInexact = true;
    before = isObject(before) ? memberAt(before, parent) : undefined;
    const own = found === undefined ? {} : writableMap(found, level < aboveValues ? before : found);
    if (own !== found) assign(map, parent.key, own);
    map = own;
  }
  assign(map, last, value);
  return root;
}

function writableMap(map: JsonObject, shared: JsonValue | undefined): MutableJsonObject {
  return map === shared ? { ...map } : map;
}
