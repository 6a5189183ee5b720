import { describe, expect, test } from "vitest";
import { Float, type JsonObject, type JsonValue } from "../../../lib/json/value.ts";
import { parseStructural } from "../../../lib/schema/structural/parse.ts";
import { validateListTypes } from "../../../lib/schema/validation/list-types.ts";

const set = { "x-kubernetes-list-type": "set" };
function mapOf(...keys: string[]): JsonObject {
  return { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys };
}

interface Row {
  readonly name: string;
  readonly list: JsonObject;
  readonly items: JsonValue;
  readonly errors: readonly string[];
}

function errorsIn(properties: JsonObject, object: JsonValue): readonly string[] {
  const { structural } = parseStructural({ properties });
  return validateListTypes(object, structural).map(
    ({ type, field, origin, badValue }) =>
      `${type} ${field} (${origin}) ${JSON.stringify(badValue)}`,
  );
}

describe("validateListTypes", () => {
  test.each<Row>([
    { name: "a set of different texts", list: set, items: ["a", "b"], errors: [] },
    {
      name: "a text that occurs three times is one error",
      list: set,
      items: ["a", "b", "a", "a"],
      errors: ['FieldValueDuplicate l[2] (unique) "a"'],
    },
    {
      name: "values of different types differ",
      list: set,
      items: ["1", 1, "true", true, null, "null"],
      errors: [],
    },
    {
      name: "an integer and a float differ as items",
      list: set,
      items: [1, new Float("1.0")],
      errors: [],
    },
    {
      name: "an integer and a float are equal within a list",
      list: set,
      items: [[1], [new Float("1.0")]],
      errors: ['FieldValueDuplicate l[1] (unique) [{"text":"1.0","value":1}]'],
    },
    {
      name: "floats are equal by value",
      list: set,
      items: [new Float("1.0"), new Float("1e0"), 0.5, 0.5],
      errors: [
        'FieldValueDuplicate l[1] (unique) {"text":"1e0","value":1}',
        "FieldValueDuplicate l[3] (unique) 0.5",
      ],
    },
    {
      name: "maps in a set are equal by their members",
      list: set,
      items: [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      errors: ['FieldValueDuplicate l[1] (unique) {"b":2,"a":1}'],
    },
    { name: "one item", list: set, items: ["a"], errors: [] },
    {
      name: "a map by its key",
      list: mapOf("k"),
      items: [{ k: "a" }, { k: "b" }, { k: "a", v: 1 }],
      errors: ['FieldValueDuplicate l[2] (unique) {"k":"a"}'],
    },
    {
      name: "a map without its key, and null",
      list: mapOf("k"),
      items: [{}, null, { k: null }, { k: {} }],
      errors: ["FieldValueDuplicate l[1] (unique) {}"],
    },
    {
      name: "a map by two keys",
      list: mapOf("k", "p"),
      items: [{ k: "a", p: 1 }, { k: "a", p: 2 }, { k: "a", p: 1 }, null],
      errors: ['FieldValueDuplicate l[2] (unique) {"k":"a","p":1}'],
    },
    {
      name: "a map of no keys",
      list: mapOf(),
      items: [{ a: 1 }, { a: 2 }],
      errors: ["FieldValueDuplicate l[1] (unique) {}"],
    },
    {
      name: "a text in a map",
      list: mapOf("k"),
      items: [{ k: "a" }, "x", 1],
      errors: ['FieldValueInvalid l[1] (unique) "x"'],
    },
    {
      name: "an atomic list",
      list: { "x-kubernetes-list-type": "atomic" },
      items: ["a", "a"],
      errors: [],
    },
  ])("$name", ({ list, items, errors }) => {
    expect(errorsIn({ l: list, other: set }, { l: items })).toEqual(errors);
  });

  test.each<{ name: string; properties: JsonObject; object: JsonValue; errors: string[] }>([
    {
      name: "in items",
      properties: { o: { items: { properties: { l: set } } } },
      object: { o: [{ l: [1, 1] }] },
      errors: ["FieldValueDuplicate o[0].l[1] (unique) 1"],
    },
    {
      name: "in a map, with the key in brackets",
      properties: { m: { additionalProperties: set } },
      object: { m: { "k.k": [1, 1] } },
      errors: ["FieldValueDuplicate m[k.k][1] (unique) 1"],
    },
    {
      name: "not in a map of anything",
      properties: { l: set, m: { additionalProperties: true } },
      object: { m: { l: [1, 1] } },
      errors: [],
    },
    {
      name: "twice if two schemas require it",
      properties: { m: { properties: { l: set }, additionalProperties: set } },
      object: { m: { l: [1, 1] } },
      errors: ["FieldValueDuplicate m[l][1] (unique) 1", "FieldValueDuplicate m.l[1] (unique) 1"],
    },
    { name: "not in a scalar", properties: { l: set }, object: { l: "x" }, errors: [] },
    {
      name: "not in an object that is a list",
      properties: { l: set },
      object: [{ l: [1, 1] }],
      errors: [],
    },
  ])("finds duplicates $name", ({ properties, object, errors }) => {
    expect(errorsIn(properties, object)).toEqual(errors);
  });
});
