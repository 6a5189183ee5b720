import { expect, test } from "vitest";
import { pathOfField } from "../../../lib/schema/validation/path-of-field.ts";

const object = {
  spec: {
    list: [{ x: 1 }],
    map: { "a.b/c": [1], "a.b": { c: 1 }, a: { b: 2 }, "x]": { y: 1 }, "": 1 },
  },
};

test.each([
  { field: "", place: [] },
  { field: "spec.list[0].x", place: ["spec", "list", 0, "x"] },
  { field: "spec.list[0].missing", place: ["spec", "list", 0, "missing"] },
  { field: "spec.list[7]", place: ["spec", "list", 7] },
  { field: "spec.map[a.b/c][0]", place: ["spec", "map", "a.b/c", 0] },
  { field: "spec.map.a.b/c[0]", place: ["spec", "map", "a.b/c", 0] },
  { field: "spec.map.a.b.c", place: ["spec", "map", "a.b", "c"] },
  { field: "spec.map.a.b", place: ["spec", "map", "a", "b"] },
  { field: "spec.map[x]].y", place: ["spec", "map", "x]", "y"] },
  { field: "spec.map[]", place: ["spec", "map", ""] },
  { field: "spec.list.x", place: undefined },
  { field: "spec.absent.x", place: undefined },
  { field: "<nil>", place: [] },
])("$field leads to $place", ({ field, place }) => {
  expect(pathOfField(object, field)).toEqual(place);
});

test("keys that may end at every dot take bounded time", () => {
  const keys = Array.from({ length: 20 }, (_, at) => `${"a.".repeat(at)}a`);
  const nested = keys.reduce<object>(
    (inner) => Object.fromEntries(keys.map((key) => [key, inner])),
    {},
  );
  expect(pathOfField({ ...nested }, `${"a.".repeat(200)}b`)).toBeUndefined();
});
