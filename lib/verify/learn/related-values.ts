import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../../json/value.ts";
import { eachItem, type Path } from "../../lens/language/path.ts";
import { itemNode, nodeAt } from "../../lens/language/schema-node.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import type { DrawState } from "../draw/draw.ts";
import { satisfiesSchema } from "../draw/validity.ts";
import { valueDraw } from "../draw/value-draw.ts";
import { bodyWithValue } from "../rules/set-value.ts";
import { memberSchema } from "../schema-below.ts";
import { valuesAtPlace, withoutPlace } from "./leaf-values.ts";

/**
 * The body with a second item that differs from the first one only at the path and in its keys, in a random list on the path;
 * or, if the value at the path is itself a list, with its first item repeated. Undefined for a path without lists.
 */
export function withSecondItem(
  body: JsonObject,
  { schema, path }: { readonly schema: Structural; readonly path: Path },
  draw: DrawState,
): JsonObject | undefined {
  const lists = path.flatMap((step, index) => (step === eachItem ? [index] : []));
  const [value] = valuesAtPlace(body, path);
  const end = draw.pick(isArray(value) ? [...lists, path.length] : lists);
  if (end === undefined) return undefined;
  const start = path.slice(0, end);
  const list = nodeAt(schema, start);
  const [items] = valuesAtPlace(body, start);
  if (!isArray(items) || typeof list === "string") return undefined;
  const twins = twinsOf(items, list, path.slice(end + 1), draw);
  return bodyWithValue(body, { schema, path: start, value: twins }, draw);
}

function twinsOf(
  [item, ...others]: JsonArray,
  list: Structural,
  rest: Path,
  draw: DrawState,
): JsonArray {
  if (item === undefined) return [];
  const schema = itemNode(list);
  if (rest.length === 0 || !isObject(item) || typeof schema === "string")
    return [item, item, ...others];
  const value = draw.chance(0.5) ? undefined : drawnAt(schema, rest, draw);
  const twin = {
    ...(value === undefined
      ? withoutPlace(item, rest)
      : bodyWithValue(item, { schema, path: rest, value }, draw)),
    ...otherKeys(list, schema, draw),
  };
  return draw.chance(0.5) ? [item, twin, ...others] : [twin, item, ...others];
}

function drawnAt(schema: Structural, path: Path, draw: DrawState): JsonValue | undefined {
  const node = nodeAt(schema, path);
  return typeof node === "string" ? undefined : valueDraw(node)(draw, 4);
}

/** New keys for an item of a map list; empty for other lists. */
function otherKeys({ x }: Structural, item: Structural, draw: DrawState): JsonObject {
  const keys = x.listType === "map" ? (x.listMapKeys ?? []) : [];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = drawnAt(item, [key], draw);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

/** The texts and numbers that replace others: at most {@link mostEqual} of each type. */
type EqualValues = readonly JsonValue[];

/**
 * The most texts, and the most numbers, of a body that replace others. With more, fewer different values would be left by which
 * fields can be distinguished. The number is a choice: two equal values are enough to show that a rule depends on them.
 */
const mostEqual = 2;

/** The body with some of its texts and numbers replaced by other ones of the body, where the schema allows them. */
export function withEqualValues(body: JsonObject, schema: Structural, draw: DrawState): JsonObject {
  const found = [...scalarsIn(body)];
  const values = (["string", "number"] as const).flatMap((type) => {
    const own = found.filter((value) => typeof value === type);
    return Array.from({ length: mostEqual }, () => draw.pick(own)).filter(isValue);
  });
  const mixed = withSome(body, schema, values, draw);
  return isObject(mixed) ? mixed : body;
}

function isValue(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined;
}

function* scalarsIn(value: JsonValue): Iterable<JsonValue> {
  if (isArray(value) || isObject(value)) {
    for (const below of Object.values(value)) yield* scalarsIn(below);
  } else yield value;
}

function withSome(
  value: JsonValue,
  schema: Structural | undefined,
  values: EqualValues,
  draw: DrawState,
): JsonValue {
  if (schema === undefined) return value;
  if (isArray(value)) return value.map((item) => withSome(item, schema.items, values, draw));
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([name, below]) => [name, withSome(below, memberSchema(schema, name), values, draw)] as const,
    );
    return Object.fromEntries(members);
  }
  const same = values.filter((each) => typeof each === typeof value);
  const other = draw.chance(0.5) ? draw.pick(same) : undefined;
  return other !== undefined && satisfiesSchema(schema, other) ? other : value;
}
