import { compareText } from "../../go/text-order.ts";
import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../../json/value.ts";
import { type DottedPath, dottedIndex, dottedPath } from "../field-error/path.ts";
import { rewriteList, rewriteMap } from "../structural/rewrite.ts";
import type { Structural } from "../structural/structural.ts";

/** Options for pruning. */
export interface PruneOptions {
  /** True if the value itself is a resource: its `apiVersion`, `kind` and `metadata` are not pruned. */
  readonly isResourceRoot: boolean;
}

/** The result of pruning. */
export interface Pruned<T extends JsonValue> {
  readonly object: T;
  /** The sorted dotted paths of removed members, such as `spec.list[0].unknown`. */
  readonly pruned: readonly string[];
}

/**
 * Removes all members that the schema does not declare; without a schema, all members. The result shares unchanged
 * values with the input.
 *
 * `pruned` never lists `apiVersion`, `kind` and `metadata` at the root.
 *
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/pruning/algorithm.go
 * PruneWithOptions.
 */
export function prune(
  object: JsonObject,
  structural: Structural | undefined,
  options: PruneOptions,
): Pruned<JsonObject>;
export function prune(
  object: JsonValue,
  structural: Structural | undefined,
  options: PruneOptions,
): Pruned<JsonValue>;
export function prune(
  object: JsonValue,
  structural: Structural | undefined,
  { isResourceRoot }: PruneOptions,
): Pruned<JsonValue> {
  const root = isResourceRoot ? asResource(structural) : structural;
  if (hasOnlyDeclaredKeys(object, root)) return { object, pruned: [] };
  const pruned: string[] = [];
  const kept = pruneValue(object, root, undefined, pruned);
  return { object: kept, pruned: pruned.sort(compareText) };
}

/** The given schema, marked as that of an embedded resource, so that `apiVersion`, `kind` and `metadata` are not pruned. */
export function asResource(structural: Structural | undefined): Structural {
  if (structural === undefined) return bareResource;
  if (structural.x.embeddedResource) return structural;
  return { ...structural, x: { ...structural.x, embeddedResource: true } };
}

const bareResource: Structural = {
  type: "",
  nullable: false,
  x: { preserveUnknownFields: false, embeddedResource: true, intOrString: false },
};

/** True for the keys that every resource has: `apiVersion`, `kind` and `metadata`. */
export function isMetaField(key: string): boolean {
  return key === "apiVersion" || key === "kind" || key === "metadata";
}

/**
 * A fast test: true only if pruning would remove nothing. True for nearly every object. Compares keys only and
 * builds no paths.
 */
function hasOnlyDeclaredKeys(
  value: JsonValue | undefined,
  structural: Structural | undefined,
): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (structural === undefined) return false;
  if (isArray(value)) return haveOnlyDeclaredKeys(value, structural.items);
  return !isObject(value) || hasOnlyDeclaredMembers(value, structural);
}

function haveOnlyDeclaredKeys(list: JsonArray, items: Structural | undefined): boolean {
  for (const item of list) {
    if (!hasOnlyDeclaredKeys(item, items)) return false;
  }
  return true;
}

function hasOnlyDeclaredMembers(map: JsonObject, structural: Structural): boolean {
  const { properties, additionalProperties, x } = structural;
  const others = typeof additionalProperties === "object" ? additionalProperties : undefined;
  for (const key of Object.keys(map)) {
    const property = properties?.get(key) ?? others;
    if (property === undefined) {
      if (!x.embeddedResource || !isMetaField(key)) return false;
    } else if (!hasOnlyDeclaredKeys(map[key], property)) {
      return false;
    }
  }
  return true;
}

function pruneValue(
  value: JsonValue,
  structural: Structural | undefined,
  path: DottedPath,
  pruned: string[],
): JsonValue {
  if (structural === undefined) return withoutMembers(value, path, pruned);
  if (isObject(value)) return pruneMap(value, structural, path, pruned);
  if (!isArray(value)) return value;
  if (!structural.x.preserveUnknownFields) return pruneItems(value, structural.items, path, pruned);
  if (structural.items === undefined) return value;
  return pruneItems(value, preservingSchema(structural.items), path, pruned);
}

function pruneItems(
  list: JsonArray,
  items: Structural | undefined,
  path: DottedPath,
  pruned: string[],
): JsonArray {
  return rewriteList(list, (item, index) =>
    pruneValue(item, items, dottedIndex(path, index), pruned),
  );
}

/** The schema of a list's items, changed to preserve unknown fields, because the schema of the list preserves them. */
function preservingSchema(items: Structural): Structural {
  return { ...items, x: { ...items.x, preserveUnknownFields: true } };
}

function pruneMap(
  map: JsonObject,
  structural: Structural,
  path: DottedPath,
  pruned: string[],
): JsonObject {
  const { properties, additionalProperties, x } = structural;
  return rewriteMap(map, (value, key) => {
    if (x.embeddedResource && isMetaField(key)) return value;
    const property = properties?.get(key);
    if (property !== undefined) return pruneValue(value, property, dottedPath(path, key), pruned);
    if (additionalProperties !== undefined) {
      const schema = typeof additionalProperties === "object" ? additionalProperties : undefined;
      return pruneValue(value, schema, dottedPath(path, key), pruned);
    }
    if (x.preserveUnknownFields) return value;
    if (path !== undefined || !isMetaField(key)) pruned.push(dottedPath(path, key));
    return undefined;
  });
}

/**
 * Prunes a value without a schema: maps lose all members, lists keep their items. Does not recurse: in all other
 * functions the schema limits the depth, but not in this one.
 */
function withoutMembers(value: JsonValue, path: DottedPath, pruned: string[]): JsonValue {
  const open: {
    readonly list: JsonArray;
    readonly copy: JsonValue[];
    readonly path: DottedPath;
  }[] = [];
  const emptiedAt = (held: JsonValue, at: DottedPath): JsonValue => {
    if (isArray(held)) {
      const copy: JsonValue[] = [];
      open.push({ list: held, copy, path: at });
      return copy;
    }
    if (!isObject(held)) return held;
    for (const key of Object.keys(held)) pruned.push(dottedPath(at, key));
    return {};
  };
  const before = pruned.length;
  const result = emptiedAt(value, path);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [index, item] of next.list.entries()) {
      next.copy.push(emptiedAt(item, dottedIndex(next.path, index)));
    }
  }
  return pruned.length === before ? value : result;
}
