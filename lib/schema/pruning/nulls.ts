import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { rewriteList, rewriteMap } from "../structural/rewrite.ts";
import type { Structural } from "../structural/structural.ts";

/**
 * Removes each null member whose schema neither allows null nor has a default. This is the server's first step of
 * defaulting. Nulls in lists and in undeclared fields stay. The result shares unchanged values with the input.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/defaulting/prunenulls.go
 * PruneNonNullableNullsWithoutDefaults.
 */
export function dropNonNullableNulls(
  object: JsonObject,
  structural: Structural | undefined,
): JsonObject;
export function dropNonNullableNulls(
  object: JsonValue,
  structural: Structural | undefined,
): JsonValue;
export function dropNonNullableNulls(
  object: JsonValue,
  structural: Structural | undefined,
): JsonValue {
  return holdsNull(object) ? dropNulls(object, structural) : object;
}

/**
 * True if the server keeps null in a member with this schema. It drops any other null, or puts the default in its place, also
 * where the schema declares no type.
 */
export function keepsNull({ nullable }: Structural): boolean {
  return nullable;
}

/** True if the value contains a null at any depth, which is rare. */
function holdsNull(root: JsonValue): boolean {
  const open: JsonValue[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value === null) return true;
    if (typeof value !== "object") continue;
    for (const child of isArray(value) ? value : Object.values(value)) open.push(child);
  }
  return false;
}

function dropNulls(object: JsonValue, structural: Structural | undefined): JsonValue {
  if (structural === undefined) return object;
  const { properties, additionalProperties, items } = structural;
  if (isObject(object)) {
    const others = typeof additionalProperties === "object" ? additionalProperties : undefined;
    return rewriteMap(object, (value, key) => {
      const schema = properties?.get(key) ?? others;
      if (schema === undefined) return value;
      return value === null && !keepsNull(schema) && schema.default === undefined
        ? undefined
        : dropNulls(value, schema);
    });
  }
  return isArray(object) ? rewriteList(object, (item) => dropNulls(item, items)) : object;
}
