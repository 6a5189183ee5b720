import type fc from "fast-check";
import { equal } from "../json/equal.ts";
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
import { Draw } from "./draw/draw.ts";
import { DrawnArbitrary } from "./draw/drawn-arbitrary.ts";
import { smallerMaps } from "./draw/smaller.ts";
import { keyText, listKind } from "./map-list.ts";
import { memberSchema } from "./schema-below.ts";

/**
 * Parts of a body, as server-side apply sends them: any members of maps, down to `{}`; any items of map lists, each with
 * its keys and any other members; any items of sets. Scalars, atomic maps and all other lists are whole or absent. The
 * order of items is kept. `body` may hold anything.
 */
export function fragmentOf(body: JsonObject, schema: Structural): fc.Arbitrary<JsonObject> {
  return new DrawnArbitrary({
    make: (source) => partOfMap(body, schema, new Draw(source)),
    *smaller(part) {
      for (const less of smallerMaps(part)) if (isPartOf(less, body, schema)) yield less;
    },
  });
}

function partOf(value: JsonValue, schema: Structural | undefined, draw: Draw): JsonValue {
  if (isArray(value)) return partOfList(value, schema, draw);
  const isWhole = !isObject(value) || schema?.x.mapType === "atomic";
  return isWhole ? value : partOfMap(value, schema, draw);
}

function partOfMap(
  map: JsonObject,
  schema: Structural | undefined,
  draw: Draw,
  keys: readonly string[] = [],
): JsonObject {
  const density = densityOf(draw);
  const part: MutableJsonObject = {};
  for (const [name, value] of Object.entries(map)) {
    if (keys.includes(name)) assign(part, name, value);
    else if (draw.chance(density)) {
      assign(part, name, partOf(value, memberSchema(schema, name), draw));
    }
  }
  return part;
}

function partOfList(list: JsonArray, schema: Structural | undefined, draw: Draw): JsonArray {
  const kind = listKind(list, schema);
  if (kind.type === "atomic") return list;
  const density = densityOf(draw);
  const kept = list.filter(() => draw.chance(density));
  if (kind.type === "set") return kept;
  const each = schema?.items;
  if (each?.x.mapType === "atomic") return kept;
  return kept.map((item) => (isObject(item) ? partOfMap(item, each, draw, kind.keys) : item));
}

/** Parts with little, with half and with nearly all. */
function densityOf(draw: Draw): number {
  return draw.pick([0.2, 0.5, 0.8, 0.95, 1]);
}

/**
 * True where a value holds nothing that the whole does not hold at the same place: see {@link fragmentOf}. Maps of
 * nothing but empty maps are part of an absent one.
 */
export function isPartOf(
  part: JsonValue | undefined,
  whole: JsonValue | undefined,
  schema: Structural | undefined,
): boolean {
  if (part === undefined || equal(part, whole)) return true;
  if (isObject(part) && whole === undefined) return isHollow(part);
  if (isArray(part) && isArray(whole)) return isPartOfList(part, whole, schema);
  if (!isObject(part) || !isObject(whole) || schema?.x.mapType === "atomic") return false;
  return Object.keys(part).every((name) =>
    isPartOf(member(part, name), member(whole, name), memberSchema(schema, name)),
  );
}

function isHollow(map: JsonObject): boolean {
  return Object.values(map).every((value) => isObject(value) && isHollow(value));
}

function isPartOfList(part: JsonArray, whole: JsonArray, schema: Structural | undefined): boolean {
  const kind = listKind(whole, schema);
  if (kind.type === "atomic") return false;
  const matches = (item: JsonValue, other: JsonValue): boolean =>
    kind.type === "set" ? equal(item, other) : isPartOfItem(item, other, kind.keys, schema);
  let index = 0;
  for (const item of part) {
    while (index < whole.length && !matches(item, whole[index] ?? null)) index++;
    if (index++ >= whole.length) return false;
  }
  return true;
}

function isPartOfItem(
  item: JsonValue,
  whole: JsonValue,
  keys: readonly string[],
  schema: Structural | undefined,
): boolean {
  return keyText(item, keys) === keyText(whole, keys) && isPartOf(item, whole, schema?.items);
}
