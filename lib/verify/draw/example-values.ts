import { equal } from "../../json/equal.ts";
import { assertDefined } from "../../json/invariant.ts";
import { memoizedByObject } from "../../json/memoized-by-object.ts";
import {
  assign,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { DrawState, seededSource } from "./draw.ts";
import { valueDraw } from "./value-draw.ts";

/** The empty value of a node's type: `[]`, `""`, 0, false or `{}`; `""` for int-or-string. */
export function emptyValueOf({ type, properties, x }: Structural): JsonValue {
  switch (type) {
    case "array":
      return [];
    case "string":
      return "";
    case "integer":
    case "number":
      return 0;
    case "boolean":
      return false;
    default:
      return x.intOrString && properties === undefined ? "" : {};
  }
}

/** A key for maps without declared members. */
export const exampleKey = "some-key";
const otherKey = "other-key";

/** Up to two example values of a node: lists of one and two items, maps of one and two members, or two different scalars. */
export function exampleValues(schema: Structural): readonly JsonValue[] {
  const { type, properties, items: each, additionalProperties: others } = schema;
  if (type === "array") {
    const found = each === undefined ? [1, "a"] : examples(each);
    return firstTwoPrefixes(found).map((some) => uniqueItems(schema, some));
  }
  if (properties === undefined) {
    if (typeof others !== "object") return examples(schema);
    const found = examples(others).map(
      (value, index) =>
        [
          assertDefined([exampleKey, otherKey][index], "there are two examples at most"),
          value,
        ] as const,
    );
    return firstTwoPrefixes(found).map((entries) => Object.fromEntries(entries));
  }
  const members: (readonly [string, JsonValue])[] = [];
  for (const [name, member] of properties) {
    const [value] = members.length < 2 ? examples(member) : [];
    if (value !== undefined) members.push([name, value]);
  }
  return firstTwoPrefixes(members).map((entries) => Object.fromEntries(entries));
}

/** The list with different keys in its items, if it is a map list and the key's schema allows two values. */
function uniqueItems({ x, items: each }: Structural, list: readonly JsonValue[]): JsonValue {
  if (x.listType !== "map" || each === undefined) return list;
  return list.map((item, index) => {
    if (!isObject(item)) return item;
    const copy: MutableJsonObject = { ...item };
    for (const key of x.listMapKeys ?? []) {
      const member = each.properties?.get(key);
      const found = member === undefined ? [] : examples(member);
      const value = found[index] ?? found[0];
      if (value !== undefined) assign(copy, key, value);
    }
    return copy;
  });
}

function firstTwoPrefixes<T>(list: readonly T[]): readonly (readonly T[])[] {
  return list.slice(0, 2).map((_, index) => list.slice(0, index + 1));
}

/** The key members of an item in a map list, each with a valid value; empty for other lists. */
export function listMapKeysOf({ x }: Structural, each: Structural): JsonObject {
  const keys: (readonly [string, JsonValue])[] = [];
  for (const key of x.listType === "map" ? (x.listMapKeys ?? []) : []) {
    const member = each.properties?.get(key);
    const [value] = member === undefined ? [] : examples(member);
    if (value !== undefined) keys.push([key, value]);
  }
  return Object.fromEntries(keys);
}

/**
 * The most attempts to draw two different values. The number is a choice: the values of most schemas differ at once, and a
 * schema with a single value, such as an enum of one word, always takes all attempts.
 */
const maxTries = 40;

/** Up to two different valid values of a node, not empty if possible. */
const examples = memoizedByObject((schema: Structural): readonly JsonValue[] => {
  const draw = new DrawState(seededSource(3));
  const found: JsonValue[] = [];
  const spare: JsonValue[] = [];
  for (let tries = 0; tries < maxTries && found.length < 2; tries++) {
    const value = valueDraw(schema)(draw, 2);
    if (value === undefined || value === null) continue;
    const list = equal(value, emptyValueOf(schema)) ? spare : found;
    if (!list.some((each) => equal(each, value))) list.push(value);
  }
  return [...found, ...spare].slice(0, 2);
});
