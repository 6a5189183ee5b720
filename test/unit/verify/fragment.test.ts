import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { fragmentOf, isFragmentOf } from "../../../lib/verify/fragment.ts";
import { specOf } from "./schemas.ts";

const text = { type: "string" };
const integer = { type: "integer" };
const schema = specOf({
  text,
  atomic: { type: "array", items: { type: "object", properties: { a: text, b: text } } },
  set: { type: "array", "x-kubernetes-list-type": "set", items: text },
  list: {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name", "port"],
    items: {
      type: "object",
      required: ["name"],
      properties: { name: text, port: integer, n: integer },
    },
  },
  selector: { type: "object", "x-kubernetes-map-type": "atomic", properties: { a: text, b: text } },
  free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
});
const whole: JsonObject = {
  spec: {
    text: "a",
    atomic: [{ a: "1", b: "2" }, { a: "1" }],
    set: ["a", "b", "c"],
    list: [
      { name: "x", port: 1, n: 1 },
      { name: "x", n: 2 },
      { name: "y", port: 1, n: 3 },
    ],
    selector: { a: "1", b: "2" },
    free: { a: { b: [1, 2] }, c: null },
  },
};
const spec = (value: JsonValue): JsonObject => ({ spec: value });

describe("fragmentOf", () => {
  const fragments = () => fc.sample(fragmentOf(whole, schema), { seed: 1, numRuns: 3000 });

  test("generates fragments of the object only", () => {
    expect(fragments().filter((part) => !isFragmentOf(part, whole, schema))).toEqual([]);
  });

  test.each<{ name: string; part: JsonObject }>([
    { name: "nothing", part: {} },
    { name: "an empty map", part: { spec: {} } },
    { name: "the whole", part: whole },
    { name: "one scalar", part: spec({ text: "a" }) },
    { name: "an atomic map whole", part: spec({ selector: { a: "1", b: "2" } }) },
    { name: "free JSON in part", part: spec({ free: { a: {} } }) },
    { name: "a set in part", part: spec({ set: ["b"] }) },
  ])("generates $name", ({ part }) => {
    expect(fragments()).toContainEqual(part);
  });

  test("keeps the keys of items", () => {
    const lists = JSON.stringify(fragments());
    expect(lists).toContain('"list":[{"name":"x","port":1}');
    expect(lists).not.toMatch(/"list":\[\{"(?:n|port)"/);
  });

  test("keeps a map list whole if its items repeat a key, or are not maps", () => {
    for (const list of [
      [{ name: "x" }, { name: "x", n: 1 }],
      ["x", 1],
    ]) {
      const parts = fc.sample(fragmentOf(spec({ list }), schema), { seed: 1, numRuns: 100 });
      expect(new Set(parts.map((part) => JSON.stringify(part)))).toEqual(
        new Set(["{}", '{"spec":{}}', JSON.stringify(spec({ list }))]),
      );
    }
  });

  test("keeps atomic items of a map list whole", () => {
    const items = {
      type: "object",
      "x-kubernetes-map-type": "atomic",
      required: ["name"],
      properties: { name: text, n: integer },
    };
    const keyed = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] };
    const parts = fc.sample(
      fragmentOf(
        spec({ list: [{ name: "x", n: 1 }] }),
        specOf({ list: { type: "array", ...keyed, items } }),
      ),
      { seed: 1, numRuns: 100 },
    );
    expect(JSON.stringify(parts)).not.toContain('{"name":"x"}');
  });

  test("shrinks to smaller fragments", () => {
    const property = fc.property(
      fragmentOf(whole, schema),
      (part) => !JSON.stringify(part).includes('"n":3'),
    );
    expect(fc.check(property, { seed: 1, numRuns: 1000 }).counterexample).toEqual([
      spec({ list: [{ name: "y", port: 1, n: 3 }] }),
    ]);
  });
});

describe("isFragmentOf", () => {
  test.each<{ name: string; part: JsonValue }>([
    { name: "another scalar", part: { text: "b" } },
    { name: "an unknown member", part: { other: 1 } },
    { name: "part of an atomic list", part: { atomic: [{ a: "1" }] } },
    { name: "part of an atomic map", part: { selector: { a: "1" } } },
    { name: "items in another order", part: { set: ["b", "a"] } },
    { name: "an item with another key", part: { list: [{ name: "z" }] } },
    { name: "an item without its key", part: { list: [{ n: 1 }] } },
    { name: "a map where there is a list", part: { set: {} } },
    { name: "a list where there is a map", part: { free: [] } },
    { name: "an absent member", part: { other: {} } },
  ])("refuses $name", ({ part }) => {
    expect(isFragmentOf(spec(part), whole, schema)).toBe(false);
  });
});
