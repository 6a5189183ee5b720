import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../lib/json/value.ts";
import { extraLeaf } from "../../../lib/verify/fragment-leaves.ts";
import { specOf } from "./schemas.ts";

const text = { type: "string" };
const item = { type: "object", properties: { name: text, a: text, b: text } };
const schema = specOf({
  text,
  list: { type: "array", items: item },
  keyed: {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
    items: item,
  },
});

const whole: JsonValue = {
  text: "a",
  map: { x: 1, y: null },
  list: [{ a: "1", b: "2" }, { a: "3" }, { a: "4", b: "5" }],
  keyed: [
    { name: "x", a: "1" },
    { name: "y", a: "2" },
  ],
  none: [],
};

const extraLeafIn = (fragment: JsonValue) =>
  extraLeaf({ spec: fragment }, { spec: whole }, schema)?.path;

describe("extraLeaf", () => {
  test("ignores values of the original, also in items, and finds a value beside them", () => {
    const isKnown = (path: string): boolean => path === "spec.text" || path.endsWith(".a");
    const found = (fragment: JsonValue) =>
      extraLeaf({ spec: fragment }, { spec: whole }, schema, isKnown)?.path;
    expect(found({ text: "b", keyed: [{ name: "x", a: "2" }] })).toBeUndefined();
    expect(found({ text: "b", keyed: [{ name: "x", a: "2", b: "3" }] })).toBe("spec.keyed[0].b");
  });

  test.each<{ name: string; fragment: JsonValue }>([
    { name: "nothing", fragment: {} },
    { name: "everything", fragment: whole },
    { name: "an empty map that the original lacks", fragment: { other: { a: {} } } },
    { name: "an empty map for a scalar", fragment: { text: {} } },
    { name: "an empty list", fragment: { list: [] } },
    { name: "some members of a map", fragment: { map: { y: null } } },
    { name: "items of a list without keys, some left out", fragment: { list: [{ b: "2" }, {}] } },
    { name: "items by key, in any order", fragment: { keyed: [{ name: "y" }, { name: "x" }] } },
  ])("finds none in $name", ({ fragment }) => {
    expect(extraLeafIn(fragment)).toBeUndefined();
  });

  test.each<{ name: string; fragment: JsonValue; path: string }>([
    { name: "another scalar", fragment: { text: "b" }, path: "spec.text" },
    { name: "a null for a value", fragment: { text: null }, path: "spec.text" },
    { name: "a member", fragment: { map: { z: 1 } }, path: "spec.map.z" },
    { name: "a value inside an absent map", fragment: { other: { a: 1 } }, path: "spec.other.a" },
    { name: "an empty list that the original lacks", fragment: { other: [] }, path: "spec.other" },
    { name: "a list for a scalar", fragment: { text: [] }, path: "spec.text" },
    { name: "an item", fragment: { none: [{}] }, path: "spec.none[0]" },
    {
      name: "items in another order",
      fragment: { list: [{ a: "3" }, { a: "1" }] },
      path: "spec.list[1]",
    },
    {
      name: "a member of the item with the same key",
      fragment: { keyed: [{ name: "y", a: "1" }] },
      path: "spec.keyed[0].a",
    },
    { name: "an item of another key", fragment: { keyed: [{ name: "z" }] }, path: "spec.keyed[0]" },
  ])("finds $name", ({ fragment, path }) => {
    expect(extraLeafIn(fragment)).toBe(path);
  });
});
