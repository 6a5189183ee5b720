import {
  assign,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import { rewriteList, rewriteMap } from "../structural/rewrite.ts";
import { anySchema } from "../structural/search.ts";
import type { Structural } from "../structural/structural.ts";

/**
 * Sets defaults: each member that has a default and is absent, or null although the schema does not allow null, gets
 * its default. Defaults within defaults are set too. The result shares unchanged values with the input, and defaults
 * with the schema.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/defaulting/algorithm.go
 * Default.
 */
export function applyDefaults(object: JsonObject, structural: Structural | undefined): JsonObject;
export function applyDefaults(object: JsonValue, structural: Structural | undefined): JsonValue;
export function applyDefaults(object: JsonValue, structural: Structural | undefined): JsonValue {
  if (structural === undefined || !declaresDefaults(structural)) return object;
  if (isObject(object)) return defaultMembers(object, planOf(structural));
  return isArray(object) ? defaultItems(object, structural.items) : object;
}

/** The members that defaulting may change, for the maps of one schema. */
interface DefaultingPlan {
  /** Members that have a default or contain one. */
  readonly members: readonly (readonly [name: string, schema: Structural])[];
  /** The schema of members that are not in `properties`; undefined if this schema declares no default. */
  readonly others: Structural | undefined;
  readonly named: ReadonlyMap<string, Structural>;
}

const plans = new WeakMap<Structural, DefaultingPlan>();

function planOf(structural: Structural): DefaultingPlan {
  const known = plans.get(structural);
  if (known !== undefined) return known;
  const { properties, additionalProperties } = structural;
  const named = properties ?? new Map<string, Structural>();
  const others = typeof additionalProperties === "object" ? additionalProperties : undefined;
  const plan = {
    members: [...named].filter(([, schema]) => declaresDefaults(schema)),
    others: others !== undefined && declaresDefaults(others) ? others : undefined,
    named,
  };
  plans.set(structural, plan);
  return plan;
}

function defaultMembers(map: JsonObject, { members, others, named }: DefaultingPlan): JsonObject {
  const filled = others === undefined ? map : defaultOthers(map, others, named);
  let copy: MutableJsonObject | undefined;
  for (const [name, schema] of members) {
    const value = Object.hasOwn(map, name) ? map[name] : undefined;
    const defaulted = value === undefined ? valueOfMissing(schema) : defaultValue(value, schema);
    if (defaulted === undefined || defaulted === value) continue;
    copy ??= { ...filled };
    assign(copy, name, defaulted);
  }
  return copy ?? filled;
}

/** The value to set for an absent member; undefined if it has no default. */
function valueOfMissing(schema: Structural): JsonValue | undefined {
  return schema.default === undefined ? undefined : wholeDefault(schema, schema.default);
}

function defaultOthers(
  map: JsonObject,
  others: Structural,
  named: ReadonlyMap<string, Structural>,
): JsonObject {
  return rewriteMap(map, (value, key) => (named.has(key) ? value : defaultValue(value, others)));
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
 * A default in which the defaults of its members are set. Computed once for each schema: nested lists of defaults would
 * multiply the work.
 */
function wholeDefault(structural: Structural, declared: JsonValue): JsonValue {
  const known = wholeDefaults.get(structural);
  if (known !== undefined) return known;
  const whole = applyDefaults(declared, structural);
  wholeDefaults.set(structural, whole);
  return whole;
}

const wholeDefaults = new WeakMap<Structural, JsonValue>();

/** True if a schema, or a schema at any depth in it, has a default. */
export const declaresDefaults = anySchema((structural) => structural.default !== undefined);
