import { expect, test } from "vitest";
import { pathOfField } from "../../../lib/schema/validation/path-of-field.ts";

const object = {
  spec: {
    list: [{ x: 1 }],
    map: { "a.b/c": [1], "a.b": { c: 1 }, a: { b: 2 }, "x]": { y: 1 }, "": 1 },
  },
};

test.each([
  { field: "", path: [] },
  { field: "spec.list[0].x", path: ["spec", "list", 0, "x"] },
  { field: "spec.list[0].missing", path: ["spec", "list", 0, "missing"] },
  { field: "spec.list[7]", path: ["spec", "list", 7] },
  { field: "spec.map[a.b/c][0]", path: ["spec", "map", "a.b/c", 0] },
  { field: "spec.map.a.b/c[0]", path: ["spec", "map", "a.b/c", 0] },
  { field: "spec.map.a.b.c", path: ["spec", "map", "a.b", "c"] },
  { field: "spec.map.a.b", path: ["spec", "map", "a", "b"] },
  { field: "spec.map[x]].y", path: ["spec", "map", "x]", "y"] },
  { field: "spec.map[]", path: ["spec", "map", ""] },
  { field: "spec.list.x", path: undefined },
  { field: "spec.absent.x", path: undefined },
  { field: "<nil>", path: [] },
])("$field leads to $path", ({ field, path }) => {
  expect(pathOfField(object, field)).toEqual(path);
});

test("keys that may end at every dot take bounded time", () => {
  const keys = Array.from({ length: 20 }, (_, at) => `${"a.".repeat(at)}a`);
  const nested = keys.reduce<object>(
    (inner) => Object.fromEntries(keys.map((key) => [key, inner])),
    {},
  );
  expect(pathOfField({ ...nested }, `${"a.".repeat(200)}b`)).toBeUndefined();
});
