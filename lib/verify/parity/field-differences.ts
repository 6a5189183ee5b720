import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonArray, type JsonValue, member } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { type DrawnStep, drawnPathText, everyItem, everyValue } from "../draw/path-text.ts";
import { memberSchema } from "../schema-below.ts";
import { isGoZero, isSameSpelling } from "./same-meaning.ts";

/** `missing`: only the old webhook's result has the field. `added`: only the new one's. `changed`: both have it. */
export type FieldDifferenceKind = "missing" | "added" | "changed";

/**
 * Why two different values mean the same. `zero-value`: both are unset or zero in Go; `list-order`: the order has no meaning;
 * `spelling`: one value in two spellings.
 */
export type SameMeaning = "zero-value" | "list-order" | "spelling";

/** A field in which two objects at the same version differ. */
export interface FieldDifference {
  readonly at: readonly DrawnStep[];
  /** The text of `at`, in the notation of lenses: `spec.list[*].x`, `spec.map{}`. */
  readonly path: string;
  readonly kind: FieldDifferenceKind;
  /** Absent if the two values differ in meaning. */
  readonly meaning?: SameMeaning;
  /** The old webhook's value; undefined if the field is absent. */
  readonly old: JsonValue | undefined;
  readonly new: JsonValue | undefined;
}

interface ValuesAtPath {
  readonly old: JsonValue | undefined;
  readonly new: JsonValue | undefined;
  readonly schema: Structural | undefined;
  readonly steps: readonly DrawnStep[];
}

/** The deepest fields in which two bodies at one version differ. All items of a list have the same path, `list[*]`. */
export function* fieldDifferences(
  old: JsonValue,
  now: JsonValue,
  schema: Structural,
): Iterable<FieldDifference> {
  yield* differencesAt({ old, new: now, schema, steps: [] });
}

function* differencesAt(place: ValuesAtPath): Iterable<FieldDifference> {
  const { old, new: now } = place;
  if (equal(old, now)) return;
  if (isObject(old) && isObject(now)) yield* mapDifferences(place, old, now);
  else if (isArray(old) && isArray(now)) yield* listDifferences(place, old, now);
  else yield differenceOf(place);
}

function* mapDifferences(
  { schema, steps }: ValuesAtPath,
  old: { readonly [key: string]: JsonValue },
  now: { readonly [key: string]: JsonValue },
): Iterable<FieldDifference> {
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const isDeclared = schema?.properties?.has(key) === true;
    const isMapOfValues = !isDeclared && typeof schema?.additionalProperties === "object";
    yield* differencesAt({
      old: member(old, key),
      new: member(now, key),
      schema: memberSchema(schema, key),
      steps: [...steps, isMapOfValues ? everyValue : key],
    });
  }
}

function* listDifferences(
  place: ValuesAtPath,
  old: JsonArray,
  now: JsonArray,
): Iterable<FieldDifference> {
  const keys = listKeys(place.schema);
  if (keys !== undefined) {
    const [mine, its] = [byKey(old, keys), byKey(now, keys)];
    if (mine !== undefined && its !== undefined) {
      yield* keyedListDifferences(place, mine, its);
      return;
    }
  }
  if (old.length !== now.length) {
    yield differenceOf(place);
    return;
  }
  for (const [index, item] of old.entries()) yield* differencesAt(itemAt(place, item, now[index]));
}

function itemAt(
  { schema, steps }: ValuesAtPath,
  old: JsonValue | undefined,
  now: JsonValue | undefined,
): ValuesAtPath {
  return { old, new: now, schema: schema?.items, steps: [...steps, everyItem] };
}

/** Compares items with the same key, whatever their indexes. */
function* keyedListDifferences(
  place: ValuesAtPath,
  old: ReadonlyMap<string, JsonValue>,
  now: ReadonlyMap<string, JsonValue>,
): Iterable<FieldDifference> {
  const keys = [...old.keys()];
  const common = keys.filter((key) => now.has(key));
  if (
    !equal(
      common,
      [...now.keys()].filter((key) => old.has(key)),
    )
  ) {
    yield { ...differenceOf(place), kind: "changed", meaning: "list-order" };
  }
  for (const key of new Set([...keys, ...now.keys()])) {
    yield* differencesAt(itemAt(place, old.get(key), now.get(key)));
  }
}

/** The keys that identify items if their order has no meaning (none for a set); undefined for a list whose order counts. */
function listKeys(schema: Structural | undefined): readonly string[] | undefined {
  if (schema?.x.listType === "set") return [];
  return schema?.x.listType === "map" ? schema.x.listMapKeys : undefined;
}

/** The items by key, or by value in a set; undefined if two items have the same key or value. */
function byKey(
  list: JsonArray,
  keys: readonly string[],
): ReadonlyMap<string, JsonValue> | undefined {
  const entries = list.map((item): [string, JsonValue] => {
    const parts = isObject(item) ? keys.map((key) => member(item, key) ?? null) : [];
    return [stringify(keys.length === 0 ? item : parts), item];
  });
  const map = new Map(entries);
  return map.size === list.length ? map : undefined;
}

function differenceOf({ old, new: now, schema, steps }: ValuesAtPath): FieldDifference {
  const kind = now === undefined ? "missing" : old === undefined ? "added" : "changed";
  const path = drawnPathText(steps);
  const meaning = meaningOf({ old, new: now, schema, steps });
  return { at: steps, path, kind, ...(meaning !== undefined && { meaning }), old, new: now };
}

function meaningOf({ old, new: now, schema }: ValuesAtPath): SameMeaning | undefined {
  if (isGoZero(old) && isGoZero(now)) return "zero-value";
  return isSameSpelling(old, now, schema) ? "spelling" : undefined;
}
