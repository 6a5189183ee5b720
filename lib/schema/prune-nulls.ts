import { isArray, isObject, type JsonObject, type JsonValue } from "../json/value.ts";
import { rewriteList, rewriteMap } from "./rewrite.ts";
import type { Structural } from "./structural.ts";

/**
 * Removes members that are null where the schema allows no null and has no default: the server's first step of
 * defaulting. Nulls in lists stay, and so do those in places that the schema does not declare. Parts that stay whole are
 * shared with the input.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/defaulting/prunenulls.go
 * PruneNonNullableNullsWithoutDefaults.
 */
export function dropNonNullableNulls(object: JsonObject, structural: Structural): JsonObject;
export function dropNonNullableNulls(object: JsonValue, structural: Structural): JsonValue;
export function dropNonNullableNulls(object: JsonValue, structural: Structural): JsonValue {
  if (typeof object !== "object" || object === null) return object;
  const { properties, additionalProperties, items } = structural;
  if (isObject(object)) {
    const others = typeof additionalProperties === "object" ? additionalProperties : undefined;
    return rewriteMap(object, (value, key) => {
      const schema = properties?.get(key) ?? others;
      if (schema === undefined) return value;
      return value === null && !schema.nullable && schema.default === undefined
        ? undefined
        : dropNonNullableNulls(value, schema);
    });
  }
  if (!isArray(object) || items === undefined) return object;
  return rewriteList(object, (item) => dropNonNullableNulls(item, items));
}
