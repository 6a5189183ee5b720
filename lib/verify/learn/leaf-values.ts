import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import {
  eachItem,
  eachValue,
  type Path,
  pathText,
  type Wildcard,
} from "../../lens/language/path.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { isGoZero, isSameSpelling } from "../parity/same-meaning.ts";
import { type FieldForm, formOf } from "./field-places.ts";

/**
 * The values of a body, by the text of their leaf's path in the schema. A leaf below a list or map of maps may have several of
 * them.
 */
export interface LeafValues {
  readonly values: ReadonlyMap<string, readonly JsonValue[]>;
  /** The paths of empty maps that have declared members in the schema. */
  readonly emptyMaps: ReadonlySet<string>;
}

/** The leaves of a body. A value of another type than the schema's counts as a leaf. */
export function leafValues(body: JsonObject, schema: Structural): LeafValues {
  const values = new Map<string, JsonValue[]>();
  const emptyMaps = new Set<string>();
  const visit = (value: JsonValue, node: Structural, path: Path): void => {
    const form = path.length === 0 ? "map" : formOf(node);
    if (form === "map" && isObject(value)) {
      if (path.length > 0 && Object.keys(value).length === 0) emptyMaps.add(pathText(path));
      for (const [name, item] of Object.entries(value)) {
        const below = node.properties?.get(name);
        if (below !== undefined) visit(item, below, [...path, name]);
      }
      return;
    }
    const parts = containerParts(value, node, form);
    if (parts !== undefined) {
      for (const part of parts.each) visit(part, parts.node, [...path, parts.step]);
      return;
    }
    const text = pathText(path);
    const found = values.get(text);
    if (found === undefined) values.set(text, [value]);
    else found.push(value);
  };
  visit(body, schema, []);
  return { values, emptyMaps };
}

/** The items of a list of maps, or the values of a map of maps; undefined for a leaf. */
function containerParts(
  value: JsonValue,
  node: Structural,
  form: FieldForm,
):
  | { readonly each: readonly JsonValue[]; readonly node: Structural; readonly step: Wildcard }
  | undefined {
  const { items, additionalProperties: others } = node;
  if (form === "list" && isArray(value) && items !== undefined) {
    return { each: value, node: items, step: eachItem };
  }
  if (form === "values" && isObject(value) && typeof others === "object") {
    return { each: Object.values(value), node: others, step: eachValue };
  }
  return undefined;
}

/** A leaf at which two bodies differ. */
export interface LeafDifference {
  readonly path: Path;
  /** Undefined if the leaf is absent. */
  readonly one: JsonValue | undefined;
  readonly other: JsonValue | undefined;
}

/** The leaves at which two bodies of one schema differ in what they mean ({@link isSameMeaning}). */
export function leafDifferences(
  one: JsonObject,
  other: JsonObject,
  schema: Structural,
): readonly LeafDifference[] {
  return [...leafDifferencesBetween(one, other, schema, [])];
}

function* leafDifferencesBetween(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
  node: Structural,
  path: Path,
): Iterable<LeafDifference> {
  if (isSameMeaning(one, other, node)) return;
  const form = path.length === 0 ? "map" : formOf(node);
  const { properties, items, additionalProperties: others } = node;
  if (form === "map" && isMapOrAbsent(one) && isMapOrAbsent(other)) {
    for (const [name, below] of properties ?? []) {
      yield* leafDifferencesBetween(memberOf(one, name), memberOf(other, name), below, [
        ...path,
        name,
      ]);
    }
  } else if (form === "list" && isListOrAbsent(one) && isListOrAbsent(other) && items) {
    const [first, second] = [one ?? [], other ?? []];
    if (first.length !== second.length) yield { path, one, other };
    for (let index = 0; index < Math.max(first.length, second.length); index++) {
      yield* leafDifferencesBetween(first[index], second[index], items, [...path, eachItem]);
    }
  } else if (form === "values" && isMapOrAbsent(one) && isMapOrAbsent(other)) {
    if (typeof others !== "object") return;
    for (const key of new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])) {
      yield* leafDifferencesBetween(memberOf(one, key), memberOf(other, key), others, [
        ...path,
        eachValue,
      ]);
    }
  } else yield { path, one, other };
}

function isMapOrAbsent(value: JsonValue | undefined): value is JsonObject | null | undefined {
  return value === undefined || value === null || isObject(value);
}

function isListOrAbsent(
  value: JsonValue | undefined,
): value is readonly JsonValue[] | null | undefined {
  return value === undefined || value === null || isArray(value);
}

function memberOf(value: JsonObject | null | undefined, name: string): JsonValue | undefined {
  return value === undefined || value === null ? undefined : member(value, name);
}

/**
 * True for values that mean the same to a typed reader: equal values; a duration, quantity or time in two spellings; lists and
 * maps of such values; and any two values that {@link isZeroValue} is true for, which Go writes or omits depending on the type.
 */
function isSameMeaning(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
  schema?: Structural,
): boolean {
  if (equal(one, other) || (isZeroValue(one) && isZeroValue(other))) return true;
  return isSameSpelling(one, other, schema) || isSameParts(one, other, schema);
}

/**
 * True for two lists of the same length whose items mean the same, and two maps with the same keys whose values mean the same.
 * The schema must declare the items or values.
 */
function isSameParts(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
  schema?: Structural,
): boolean {
  const { items, additionalProperties: values } = schema ?? {};
  if (isArray(one) && isArray(other)) {
    const isAsLong = items !== undefined && one.length === other.length;
    return isAsLong && one.every((each, index) => isSameMeaning(each, other[index], items));
  }
  if (!isObject(one) || !isObject(other) || typeof values !== "object") return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every(
    (key) => Object.hasOwn(other, key) && isSameMeaning(one[key], other[key], values),
  );
}

/** True if two values of a place mean the same in each of their leaves. */
export function isSameContent(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
  schema: Structural,
): boolean {
  for (const _ of leafDifferencesBetween(one, other, schema, [eachItem])) return false;
  return true;
}

/** True for an absent value, null, and the zero value of any type, such as `""` and `{}`; false for a map with a key. */
export function isZeroValue(value: JsonValue | undefined): boolean {
  return isObject(value) ? Object.keys(value).length === 0 : isGoZero(value);
}

/** The values at a path, which may have wildcards; in the order of the lists and maps on the way. */
export function valuesAtPlace(value: JsonValue, path: Path): readonly JsonValue[] {
  const [step, ...rest] = path;
  if (step === undefined) return [value];
  if (step === eachItem)
    return isArray(value) ? value.flatMap((item) => valuesAtPlace(item, rest)) : [];
  if (!isObject(value)) return [];
  if (step === eachValue) return Object.values(value).flatMap((item) => valuesAtPlace(item, rest));
  const below = member(value, step);
  return below === undefined ? [] : valuesAtPlace(below, rest);
}

/** A map without the values at a path, which may have wildcards. */
export function withoutPlace(body: JsonObject, path: Path): JsonObject {
  const rest = withoutLeaf(body, path);
  return isObject(rest) ? rest : {};
}

function withoutLeaf(value: JsonValue, [step, ...below]: Path): JsonValue | undefined {
  if (step === undefined) return undefined;
  const rest = (each: JsonValue): readonly JsonValue[] => {
    const left = withoutLeaf(each, below);
    return left === undefined ? [] : [left];
  };
  if (isArray(value)) return step === eachItem ? value.flatMap(rest) : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]): readonly (readonly [string, JsonValue])[] =>
      name === step || step === eachValue ? rest(each).map((left) => [name, left]) : [[name, each]],
    ),
  );
}
