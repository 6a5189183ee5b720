import type fc from "fast-check";
import { equal } from "../json/equal.ts";
import { assertDefined } from "../json/invariant.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../json/value.ts";
import type { Structural } from "../schema/structural/structural.ts";
import { DrawState } from "./draw/draw.ts";
import { DrawnArbitrary } from "./draw/drawn-arbitrary.ts";
import { smallerMaps } from "./draw/smaller.ts";
import { itemKeyText, listKind } from "./map-list.ts";
import { memberSchema } from "./schema-below.ts";

/**
 * Fragments of a body, as server-side apply sends them. A fragment has some members of each map, or none; some items of each
 * map list, with their keys and some other members; and some items of each set. Scalars, atomic maps and other lists are
 * present as a whole or absent. The order of items is kept. `body` may be invalid.
 */
export function fragmentOf(body: JsonObject, schema: Structural): fc.Arbitrary<JsonObject> {
  return new DrawnArbitrary({
    make: (source) => mapFragment(body, schema, new DrawState(source)),
    *smaller(fragment) {
      for (const less of smallerMaps(fragment)) if (isFragmentOf(less, body, schema)) yield less;
    },
  });
}

function fragmentOfValue(
  value: JsonValue,
  schema: Structural | undefined,
  draw: DrawState,
): JsonValue {
  if (isArray(value)) return listFragment(value, schema, draw);
  const isWhole = !isObject(value) || schema?.x.mapType === "atomic";
  return isWhole ? value : mapFragment(value, schema, draw);
}

function mapFragment(
  map: JsonObject,
  schema: Structural | undefined,
  draw: DrawState,
  keys: readonly string[] = [],
): JsonObject {
  const density = densityOf(draw);
  const fragment: MutableJsonObject = {};
  for (const [name, value] of Object.entries(map)) {
    if (keys.includes(name)) assign(fragment, name, value);
    else if (draw.chance(density)) {
      assign(fragment, name, fragmentOfValue(value, memberSchema(schema, name), draw));
    }
  }
  return fragment;
}

function listFragment(list: JsonArray, schema: Structural | undefined, draw: DrawState): JsonArray {
  const kind = listKind(list, schema);
  if (kind.type === "atomic") return list;
  const density = densityOf(draw);
  const kept = list.filter(() => draw.chance(density));
  if (kind.type === "set") return kept;
  const each = schema?.items;
  if (each?.x.mapType === "atomic") return kept;
  return kept.map((item) => (isObject(item) ? mapFragment(item, each, draw, kind.keys) : item));
}

/** Draws the probability with which a fragment includes a member or item. */
function densityOf(draw: DrawState): number {
  return draw.pick([0.2, 0.5, 0.8, 0.95, 1]);
}

/** True if a value is a fragment of `whole`, in the sense of {@link fragmentOf}. */
export function isFragmentOf(
  fragment: JsonValue | undefined,
  whole: JsonValue | undefined,
  schema: Structural | undefined,
): boolean {
  if (fragment === undefined || equal(fragment, whole)) return true;
  if (isArray(fragment) && isArray(whole)) return isListFragment(fragment, whole, schema);
  if (!isObject(fragment) || !isObject(whole) || schema?.x.mapType === "atomic") return false;
  return Object.keys(fragment).every((name) =>
    isFragmentOf(member(fragment, name), member(whole, name), memberSchema(schema, name)),
  );
}

function isListFragment(
  fragment: JsonArray,
  whole: JsonArray,
  schema: Structural | undefined,
): boolean {
  const kind = listKind(whole, schema);
  if (kind.type === "atomic") return false;
  const isPartOf = (item: JsonValue, other: JsonValue): boolean =>
    kind.type === "set" ? equal(item, other) : isItemFragment(item, other, kind.keys, schema);
  let index = 0;
  for (const item of fragment) {
    while (
      index < whole.length &&
      !isPartOf(item, assertDefined(whole[index], "the index is within the list"))
    ) {
      index++;
    }
    if (index++ >= whole.length) return false;
  }
  return true;
}

function isItemFragment(
  item: JsonValue,
  whole: JsonValue,
  keys: readonly string[],
  schema: Structural | undefined,
): boolean {
  return (
    itemKeyText(item, keys) === itemKeyText(whole, keys) && isFragmentOf(item, whole, schema?.items)
  );
}
