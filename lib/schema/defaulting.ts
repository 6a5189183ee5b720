import {
  assign,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../json/value.ts";
import { rewriteList, rewriteMap } from "./rewrite.ts";
import { anywhere } from "./schema-search.ts";
import type { Structural } from "./structural.ts";

/**
 * Sets every member that is absent, or null where no null is allowed, to its default, also within defaults. Parts that
 * stay whole are shared with the input, and what is set is shared with the schema.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/defaulting/algorithm.go Default.
 */
export function applyDefaults(object: JsonObject, structural: Structural | undefined): JsonObject;
export function applyDefaults(object: JsonValue, structural: Structural | undefined): JsonValue;
export function applyDefaults(object: JsonValue, structural: Structural | undefined): JsonValue {
  if (structural === undefined || !declaresDefaults(structural)) return object;
  if (isObject(object)) return withMissing(defaultMembers(object, structural), structural);
  return isArray(object) ? defaultItems(object, structural.items) : object;
}

function defaultMembers(map: JsonObject, structural: Structural): JsonObject {
  const { properties, additionalProperties } = structural;
  const others = typeof additionalProperties === "object" ? additionalProperties : undefined;
  return rewriteMap(map, (value, key) => {
    const schema = properties?.get(key) ?? others;
    return schema === undefined ? value : defaultValue(value, schema);
  });
}

/** The map with the defaults of its absent members. */
function withMissing(map: JsonObject, { properties }: Structural): JsonObject {
  let copy: MutableJsonObject | undefined;
  for (const [name, property] of properties ?? []) {
    if (property.default === undefined || Object.hasOwn(map, name)) continue;
    copy ??= { ...map };
    assign(copy, name, wholeDefault(property, property.default));
  }
  return copy ?? map;
}

function defaultItems(list: JsonArray, items: Structural | undefined): JsonArray {
  return items === undefined ? list : rewriteList(list, (item) => defaultValue(item, items));
}

function defaultValue(value: JsonValue, structural: Structural): JsonValue {
  if (value === null && !structural.nullable && structural.default !== undefined) {
    return wholeDefault(structural, structural.default);
  }
  return applyDefaults(value, structural);
}

/**
 * A schema's default with the defaults within it: made once for each schema, because lists of defaults within lists of
 * defaults multiply.
 */
function wholeDefault(structural: Structural, declared: JsonValue): JsonValue {
  const known = wholeDefaults.get(structural);
  if (known !== undefined) return known;
  const whole = applyDefaults(declared, structural);
  wholeDefaults.set(structural, whole);
  return whole;
}

const wholeDefaults = new WeakMap<Structural, JsonValue>();

/** True for a schema with a default in it. */
export const declaresDefaults = anywhere((structural) => structural.default !== undefined);
