import { float64Of, isInt64, isNumber } from "../../go/number.ts";
import { marshal } from "../../go/print.ts";
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
import type { FieldError } from "../field-error/field-error.ts";
import { duplicate, invalid } from "../field-error/field-faults.ts";
import { childPath, type FieldPath, keyPath, rootPath } from "../field-error/path.ts";
import { anywhere } from "../structural/search.ts";
import type { Structural } from "../structural/structural.ts";

/**
 * Validates that lists of type set hold no item twice, and lists of type map no key twice.
 *
 * Errors: FieldValueDuplicate at the second occurrence, once for each value; FieldValueInvalid at the first item of a map
 * list that is neither an object nor null. Map keys stand in brackets. None for a value that is no map.
 *
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/listtype/validation.go ValidateListSetsAndMaps.
 */
export function validateListTypes(
  object: JsonValue,
  structural: Structural | undefined,
  path: FieldPath = rootPath,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (isObject(object)) collect(object, structural, path, errors);
  return errors;
}

const holdsListType = anywhere(({ x }) => x.listType === "set" || x.listType === "map");

function collect(
  value: JsonValue,
  structural: Structural | undefined,
  path: FieldPath,
  errors: FieldError[],
): void {
  if (structural === undefined || !holdsListType(structural)) return;
  if (isObject(value)) {
    for (const key of Object.keys(value)) collectMember(value, key, structural, path, errors);
  } else if (isArray(value)) {
    errors.push(...listErrors(value, structural, path));
    for (const [index, item] of value.entries()) {
      collect(item, structural.items, keyPath(path, index), errors);
    }
  }
}

/** A member that both `properties` and `additionalProperties` speak of is looked at twice, as the server does. */
function collectMember(
  map: JsonObject,
  key: string,
  { properties, additionalProperties }: Structural,
  path: FieldPath,
  errors: FieldError[],
): void {
  const value = map[key] ?? null;
  if (typeof additionalProperties === "object") {
    collect(value, additionalProperties, keyPath(path, key), errors);
  }
  collect(value, properties?.get(key), childPath(path, key), errors);
}

function listErrors(
  list: JsonArray,
  { x: { listType, listMapKeys = [] } }: Structural,
  path: FieldPath,
): readonly FieldError[] {
  if (list.length < 2 && listType === "set") return [];
  if (listType === "set") {
    return duplicates(
      list.map((item) => ({ identity: identityOf(item), shown: item })),
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
  const wrong = list.findIndex((item) => item !== null && !isObject(item));
  if (wrong >= 0) {
    const detail = "must be an object for an array of list-type map";
    return [invalid(keyPath(path, wrong), list[wrong] ?? null, detail)];
  }
  return duplicates(
    list.map((item) => keyOf(item, keys)),
    path,
  );
}

/** What identifies an item: the value of the one key, or all its keys; `identity` tells apart what `shown` does not. */
interface ItemKey {
  readonly identity: string;
  readonly shown: JsonValue;
}

function keyOf(item: JsonValue, keys: readonly string[]): ItemKey {
  const shown: MutableJsonObject = {};
  for (const key of keys) {
    const value = isObject(item) ? member(item, key) : undefined;
    if (value !== undefined) assign(shown, key, value);
  }
  const [value] = Object.values(shown);
  if (keys.length !== 1) return { identity: marshal(shown), shown };
  return { identity: value === undefined ? "absent" : identityOf(value), shown };
}

/** An error for each second occurrence. */
function duplicates(keys: readonly ItemKey[], path: FieldPath): readonly FieldError[] {
  const times = new Map<string, number>();
  const errors: FieldError[] = [];
  for (const [index, { identity, shown }] of keys.entries()) {
    const before = times.get(identity) ?? 0;
    times.set(identity, before + 1);
    if (before === 1) errors.push(duplicate(keyPath(path, index), shown));
  }
  return errors;
}

/** Equal for values that the server holds for equal: alone `1` and `1.0` are two, within a list or a map they are one. */
function identityOf(value: JsonValue): string {
  if (!isNumber(value)) return marshal(value);
  return isInt64(value) ? `${value}` : `float ${float64Of(value)}`;
}
