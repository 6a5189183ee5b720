import { describe, expect, test } from "vitest";
import { smallScope } from "../../../lib/verify/small-scope.ts";
import { specOf } from "./schemas.ts";

const word = { type: "string", enum: ["a", "b"] };
const schema = specOf({
  word,
  flag: { type: "boolean" },
  number: { type: "integer", enum: [3] },
  map: { type: "object", additionalProperties: word },
  set: { type: "array", "x-kubernetes-list-type": "set", items: word },
  list: {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
    items: {
      type: "object",
      required: ["name"],
      properties: { name: word, n: { type: "integer" } },
    },
  },
  either: { "x-kubernetes-int-or-string": true },
});

/** The bodies of a path, by state. */
function bodiesAt(path: string): Record<string, unknown> {
  const found = [...smallScope(schema)].filter((each) => each.path === path);
  return Object.fromEntries(found.map(({ state, body }) => [state, body]));
}

describe("smallScope", () => {
  test("contains every path of the schema", () => {
    expect([...new Set([...smallScope(schema)].map(({ path }) => path))]).toEqual([
      ...["spec", "spec.word", "spec.flag", "spec.number", "spec.map", "spec.map{}", "spec.set"],
      ...["spec.set[*]", "spec.list", "spec.list[*]", "spec.list[*].name", "spec.list[*].n"],
      "spec.either",
    ]);
  });

  test("contains a scalar alone", () => {
    expect(bodiesAt("spec.word")).toEqual({
      absent: { spec: {} },
      null: { spec: { word: null } },
      empty: { spec: { word: "" } },
      one: { spec: { word: "b" } },
      two: { spec: { word: "a" } },
    });
  });

  test.each([
    { path: "spec.flag", empty: { spec: { flag: false } } },
    { path: "spec.number", empty: { spec: { number: 0 } } },
    { path: "spec.map", empty: { spec: { map: {} } } },
    { path: "spec.set", empty: { spec: { set: [] } } },
    { path: "spec.either", empty: { spec: { either: "" } } },
  ])("has an empty value at $path", ({ path, empty }) => {
    expect(bodiesAt(path)["empty"]).toEqual(empty);
  });

  test("leaves out a second value if there is none", () => {
    expect(Object.keys(bodiesAt("spec.number"))).toEqual(["absent", "null", "empty", "one"]);
  });

  test.each([
    { path: "spec.map", two: { spec: { map: { "some-key": "b", "other-key": "a" } } } },
    { path: "spec.set", two: { spec: { set: ["b", "a"] } } },
    { path: "spec", two: { spec: { word: "b", flag: true } } },
  ])("puts two values into $path", ({ path, two }) => {
    expect(bodiesAt(path)["two"]).toEqual(two);
  });

  test("gives items of a map list their keys", () => {
    expect(bodiesAt("spec.list[*].n")["absent"]).toEqual({ spec: { list: [{ name: "b" }] } });
    expect(bodiesAt("spec.list")["two"]).toMatchObject({
      spec: { list: [{ name: "b" }, { name: "a" }] },
    });
  });

  test("creates bodies only when they are read", () => {
    expect(smallScope(schema).next().value).toEqual({ path: "spec", state: "absent", body: {} });
  });

  test("is the same each time", () => {
    expect([...smallScope(schema)]).toEqual([...smallScope(schema)]);
  });
});
