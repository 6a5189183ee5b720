import { float64Of, isInt64, isNumber } from "../../go/number.ts";
import { marshal } from "../../go/print.ts";
import { assertDefined } from "../../json/invariant.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../../json/value.ts";
import type { ConstraintViolation } from "../constraint/constraint-violation.ts";
import type { FieldError } from "../field-error/field-error.ts";
import { duplicate, invalid } from "../field-error/field-faults.ts";
import { elementPath, type FieldPath, rootPath } from "../field-error/path.ts";
import { anySchema } from "../structural/search.ts";
import type { Structural } from "../structural/structural.ts";
import { schemaPathOf } from "./result.ts";
import { itemPlace, memberPlace, type ValuePlace, valuePlace } from "./value-place.ts";

/**
 * Checks that a list of type set has no equal items, and a list of type map no items with equal keys.
 *
 * Errors: FieldValueDuplicate at the second occurrence of a value, once for each value; FieldValueInvalid at the first
 * item of a map list that is neither an object nor null. Map keys are printed in brackets. No errors if `object` is not a
 * map.
 *
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/listtype/validation.go
 * ValidateListSetsAndMaps.
 */
export function validateListTypes(
  object: JsonValue,
  structural: Structural | undefined,
  path: FieldPath = rootPath,
): readonly FieldError[] {
  return listTypeRefusals(object, structural, path).map(({ error }) => error);
}

/** The errors of {@link validateListTypes}, each with its constraint. */
export function listTypeRefusals(
  object: JsonValue,
  structural: Structural | undefined,
  path: FieldPath = rootPath,
): readonly ConstraintViolation[] {
  const refusals: ConstraintViolation[] = [];
  if (isObject(object)) collectLists(object, structural, { path, at: undefined }, refusals);
  return refusals;
}

const declaresListType = anySchema(({ x }) => x.listType === "set" || x.listType === "map");

function collectLists(
  value: JsonValue,
  structural: Structural | undefined,
  place: ValuePlace,
  refusals: ConstraintViolation[],
): void {
  if (structural === undefined || !declaresListType(structural)) return;
  if (isObject(value)) {
    for (const key of Object.keys(value)) collectMember(value, key, structural, place, refusals);
  } else if (isArray(value)) {
    for (const error of listErrors(value, structural, place.path)) {
      const constraint = { path: schemaPathOf(place.at), keyword: "unique" } as const;
      refusals.push({ error: { ...error, origin: constraint.keyword }, constraint });
    }
    for (const [index, item] of value.entries()) {
      collectLists(item, structural.items, itemPlace(place, index), refusals);
    }
  }
}

/**
 * Checks a member by its schema in `properties` and by `additionalProperties`, if both exist: the server does so too.
 */
function collectMember(
  map: JsonObject,
  key: string,
  { properties, additionalProperties }: Structural,
  place: ValuePlace,
  refusals: ConstraintViolation[],
): void {
  const value = assertDefined(map[key], "a map has a value for each of its keys");
  if (typeof additionalProperties === "object") {
    collectLists(value, additionalProperties, valuePlace(place, key), refusals);
  }
  collectLists(value, properties?.get(key), memberPlace(place, key), refusals);
}

/** True if {@link validateListTypes} would report nothing about the list itself. */
export function isUniqueList(list: JsonArray, structural: Structural): boolean {
  return listErrors(list, structural, rootPath).length === 0;
}

function listErrors(
  list: JsonArray,
  { x: { listType, listMapKeys = [] } }: Structural,
  path: FieldPath,
): readonly FieldError[] {
  if (list.length < 2 && listType === "set") return [];
  if (listType === "set") {
    return duplicates(
      list.map((item) => ({ identity: valueIdentity(item), shown: item })),
      path,
    );
  }
  return listType === "map" ? mapListErrors(list, listMapKeys, path) : [];
}

function mapListErrors(
  list: JsonArray,
  keys: readonly string[],
  path: FieldPath,
): readonly FieldError[] {
  for (const [index, item] of list.entries()) {
    if (item === null || isObject(item)) continue;
    const detail = "must be an object for an array of list-type map";
    return [invalid(elementPath(path, index), item, detail)];
  }
  return duplicates(
    list.map((item) => itemKey(item, keys)),
    path,
  );
}

/**
 * The keys of an item of a map list, or an item of a set. `shown` is what the server prints: a single key as its value.
 * `identity` is a text that is equal only for equal keys or equal items.
 */
interface ItemKey {
  readonly identity: string;
  readonly shown: JsonValue;
}

function itemKey(item: JsonValue, keys: readonly string[]): ItemKey {
  const shown: MutableJsonObject = {};
  for (const key of keys) {
    const value = isObject(item) ? member(item, key) : undefined;
    if (value !== undefined) assign(shown, key, value);
  }
  const [value] = Object.values(shown);
  if (keys.length !== 1) return { identity: marshal(shown), shown };
  return { identity: value === undefined ? "absent" : valueIdentity(value), shown };
}

/** One error for each item of a set, or key of a map list, that occurs more than once, at the second occurrence. */
function duplicates(keys: readonly ItemKey[], path: FieldPath): readonly FieldError[] {
  const times = new Map<string, number>();
  const errors: FieldError[] = [];
  for (const [index, { identity, shown }] of keys.entries()) {
    const before = times.get(identity) ?? 0;
    times.set(identity, before + 1);
    if (before === 1) errors.push(duplicate(elementPath(path, index), shown));
  }
  return errors;
}

/**
 * A text that is equal for two values if the server treats the values as equal. The integer 1 and the float 1.0 are
 * different as items, but equal within an item that is a list or map.
 */
function valueIdentity(value: JsonValue): string {
  if (!isNumber(value)) return marshal(value);
  return isInt64(value) ? `${value}` : `float ${float64Of(value)}`;
}
