import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../lib/json/value.ts";
import { lensEdge } from "../../../../lib/lens/edge/edge.ts";
import type { RuleData } from "../../../../lib/lens/language/rule.ts";
import { convertByEdge } from "../../../support/convert-by-edge.ts";

const text: JsonObject = { type: "string" };
const count: JsonObject = { type: "integer", minimum: 1 };
const free: JsonObject = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

function map(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: "object", properties, ...(required.length > 0 && { required }) };
}

function list(items: JsonObject): JsonObject {
  return { type: "array", items };
}

/** v1 allows any JSON as spec, v2 declares its members. */
function edgeOf(spec: JsonObject, rules: readonly RuleData[] = []) {
  const schemas = { v1: map({ spec: free }), v2: map({ spec }) };
  const schemaOf = (version: string): JsonObject | undefined =>
    version === "v1" ? schemas.v1 : schemas.v2;
  return lensEdge({ group: "example.com", schemaOf }, { from: "v1", to: "v2", rules });
}

interface Case {
  readonly name: string;
  readonly spec: JsonObject;
  readonly rules?: readonly RuleData[];
  readonly body: JsonObject;
  readonly image: JsonObject;
}

const cases: readonly Case[] = [
  {
    name: "values that the schema accepts are copied",
    spec: map({ a: text, n: count }),
    body: { spec: { a: "x", n: 2 } },
    image: { spec: { a: "x", n: 2 } },
  },
  {
    name: "an undeclared member is left out",
    spec: map({ a: text }),
    body: { spec: { a: "x", other: { y: 1 } } },
    image: { spec: { a: "x" } },
  },
  {
    name: "a member of another type is left out",
    spec: map({ a: text, m: map({ b: text }) }),
    body: { spec: { a: ["x"], m: "x" } },
    image: { spec: {} },
  },
  {
    name: "a member that a constraint refuses is left out",
    spec: map({ n: count, w: { type: "string", enum: ["a", "b"] }, p: { ...text, pattern: "^x" } }),
    body: { spec: { n: 0, w: "c", p: "y" } },
    image: { spec: {} },
  },
  {
    name: "null is left out if it is not nullable",
    spec: map({ a: text, b: { ...text, nullable: true } }),
    body: { spec: { a: null, b: null } },
    image: { spec: { b: null } },
  },
  {
    name: "an invalid item removes its whole list",
    spec: map({ l: list(text), other: list(text) }),
    body: { spec: { l: ["x", 1], other: ["x"] } },
    image: { spec: { other: ["x"] } },
  },
  {
    name: "an undeclared member of an item does not go into the list",
    spec: map({ l: list(map({ a: text })) }),
    body: { spec: { l: [{ a: "x", b: 1 }, { a: "y" }] } },
    image: { spec: { l: [{ a: "x" }, { a: "y" }] } },
  },
  {
    name: "a map without a required member is left out, up to a member that is not required",
    spec: map({ m: map({ n: map({ a: text }, ["a"]) }, ["n"]), b: text }),
    body: { spec: { m: { n: { a: 1 } }, b: "x" } },
    image: { spec: { b: "x" } },
  },
  {
    name: "a missing required member with a default is allowed",
    spec: map({ m: map({ a: { ...text, default: "d" } }, ["a"]) }),
    body: { spec: { m: { a: 1 } } },
    image: { spec: { m: {} } },
  },
  {
    name: "values of a map of any key",
    spec: map({ m: { type: "object", additionalProperties: count } }),
    body: { spec: { m: { a: 1, b: 0, c: "x" } } },
    image: { spec: { m: { a: 1 } } },
  },
  {
    name: "two items of one key",
    spec: map({
      l: {
        ...list(map({ k: text }, ["k"])),
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["k"],
      },
    }),
    body: { spec: { l: [{ k: "a" }, { k: "a" }] } },
    image: { spec: {} },
  },
  {
    name: "free JSON within",
    spec: map({ f: free, a: text }),
    body: { spec: { f: { x: [null, 1] }, a: 1 } },
    image: { spec: { f: { x: [null, 1] } } },
  },
  {
    name: "a member that one version has is restored after it was preserved",
    spec: map({ a: text, own: text }, ["own"]),
    rules: [{ op: "keep", to: "spec.own" }],
    body: { spec: { a: "x" } },
    image: { spec: { a: "x" } },
  },
  {
    name: "a member that a rule fills in goes with its map if it is refused",
    spec: map({ m: map({ w: { type: "string", enum: ["a", "b"] }, x: text }), b: text }),
    rules: [
      {
        op: "at",
        from: "spec.m.w",
        to: "spec.m.w",
        fill: { from: { value: "a" }, to: { value: "a" } },
      },
    ],
    body: { spec: { m: { w: "c", x: "y" }, b: "z" } },
    image: { spec: { b: "z" } },
  },
  {
    name: "another refused member leaves the filled one",
    spec: map({ m: map({ w: { type: "string", enum: ["a", "b"] }, x: text }), b: text }),
    rules: [
      {
        op: "at",
        from: "spec.m.w",
        to: "spec.m.w",
        fill: { from: { value: "a" }, to: { value: "a" } },
      },
    ],
    body: { spec: { m: { x: 1 }, b: "z" } },
    image: { spec: { m: { w: "a" }, b: "z" } },
  },
  {
    name: "the value of a rule",
    spec: map({ a: text, b: count }),
    rules: [{ op: "move", from: "spec.x", to: "spec.b" }],
    body: { spec: { x: "y", a: "z" } },
    image: { spec: { a: "z" } },
  },
];

describe("free JSON against a schema", () => {
  test.each(cases)("$name", ({ spec, rules, body, image }) => {
    const edge = edgeOf(spec, rules);
    const there = convertByEdge(edge, "forward", { body });
    expect(there.body).toEqual(image);
    expect(convertByEdge(edge, "backward", there)).toMatchObject({ body, annotations: {} });
    const again = convertByEdge(edge, "backward", { body: image });
    expect(convertByEdge(edge, "forward", again)).toMatchObject({ body: image, annotations: {} });
  });

  test("an edit of a value that was left out wins", () => {
    const edge = edgeOf(map({ a: text, n: count }));
    const there = convertByEdge(edge, "forward", { body: { spec: { a: 1, n: 0, z: 1 } } });
    const edited = { ...there, body: { spec: { a: "x" } } };
    expect(convertByEdge(edge, "backward", edited).body).toEqual({ spec: { a: "x", n: 0, z: 1 } });
  });

  test("a value that the schema of its own version refuses is held back", () => {
    const edge = edgeOf(map({ a: text, b: text }));
    const there = convertByEdge(edge, "backward", { body: { spec: { a: 1, b: "x" } } });
    expect(there.body).toEqual({ spec: { b: "x" } });
    const back = convertByEdge(edge, "forward", there);
    expect(back).toMatchObject({ body: { spec: { b: "x" } }, annotations: there.annotations });
    expect(back.remarks?.heldBack).toBe(1);
  });
});

describe("a value of another type than its own schema declares", () => {
  const schemas: Readonly<Record<string, JsonObject>> = {
    v1: map({ a: map({ min: count }), min: count }),
    v2: map({ a: map({ min: count }), b: count }),
  };
  const kind = { group: "example.com", schemaOf: (version: string) => schemas[version] };

  test.each<{ readonly name: string; readonly rule: RuleData; readonly body: JsonObject }>([
    {
      name: "move",
      rule: { op: "move", from: "min", to: "b" },
      body: { min: [] },
    },
    {
      name: "first, whose next source is not used",
      rule: { op: "first", from: ["a.min", "min"], to: "a.min" },
      body: { a: { min: [] }, min: 2 },
    },
  ])("can't be parsed: $name", ({ rule, body }) => {
    const edge = lensEdge(kind, { from: "v1", to: "v2", rules: [rule] });
    const there = convertByEdge(edge, "forward", { body });
    expect(there.remarks?.unparsed).toEqual([
      "min" in body && rule.op === "move" ? "min" : "a.min",
    ]);
    expect(JSON.stringify(there.body)).not.toContain("[]");
    expect(JSON.stringify(there.annotations)).toContain("[[]]");
  });
});
