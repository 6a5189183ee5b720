import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../lib/json/value.ts";
import { lensEdge } from "../../../../lib/lens/edge/edge.ts";
import type { LensData, RuleData } from "../../../../lib/lens/language/rule.ts";
import { convertByEdge } from "../../../support/convert-by-edge.ts";

const text: JsonObject = { type: "string" };

function map(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: "object", properties, required };
}

interface Versions {
  readonly v1?: JsonObject;
  readonly v2?: JsonObject;
}

function edgeOf(rules: readonly RuleData[], schemas: Versions) {
  const schemaOf = (version: string): JsonObject | undefined =>
    version === "v1" ? schemas.v1 : schemas.v2;
  const data: LensData = { from: "v1", to: "v2", rules };
  return lensEdge({ group: "example.com", schemaOf }, data);
}

interface Case extends Versions {
  readonly name: string;
  readonly rules: readonly RuleData[];
  readonly body: JsonObject;
  readonly image: JsonObject;
  /** What comes back if v1's own schema refuses the body: the rest is held back. Default: the body. */
  readonly returned?: JsonObject;
}

const cases: readonly Case[] = [
  {
    name: "a parent that only the source's schema requires",
    rules: [{ op: "move", from: "spec.m", to: "spec.template.spec.m" }],
    v1: map({ spec: map({ m: text, template: map({ spec: map({ x: text }) }) }, ["template"]) }),
    v2: map({ spec: map({ template: map({ spec: map({ m: text, x: text }) }) }) }),
    body: { spec: { m: "1" } },
    image: { spec: { template: { spec: { m: "1" } } } },
    returned: { spec: { template: {}, m: "1" } },
  },
  {
    name: "a parent that is the value of another rule",
    rules: [
      { op: "move", from: "spec.naming.t", to: "spec.infra.naming" },
      { op: "move", from: "spec.infra", to: "spec.infra" },
    ],
    body: { spec: { naming: { t: "a" } } },
    image: { spec: { infra: { naming: "a" } } },
  },
  {
    name: "a parent within the value of another rule",
    rules: [
      { op: "move", from: "a", to: "b", rules: [{ op: "move", from: "x", to: "y.x" }] },
      { op: "move", from: "c", to: "b.y.c" },
    ],
    body: { c: "1" },
    image: { b: { y: { c: "1" } } },
  },
  {
    name: "a map of which another rule writes a member, whatever the order of the rules",
    rules: [
      { op: "move", from: "c", to: "b.c" },
      { op: "move", from: "a", to: "b" },
    ],
    body: { a: { x: "1" }, c: "2" },
    image: { b: { x: "1", c: "2" } },
  },
  {
    name: "a member that stays in a map which another map replaces",
    rules: [
      { op: "move", from: "a.b", to: "a.b" },
      { op: "move", from: "c", to: "a" },
    ],
    body: { a: { b: "1" }, c: { z: "2" } },
    image: { a: { b: "1", z: "2" } },
  },
  {
    name: "a value where the target has a map of which every member has a rule",
    rules: [{ op: "move", from: "a", to: "b.a" }],
    v1: map({ a: text }),
    v2: map({ b: map({ a: text }) }),
    body: { b: "unknown" },
    image: {},
    returned: {},
  },
];

describe("containers that a rule creates, empties or replaces", () => {
  test.each(cases)("come back: $name", ({ rules, body, image, returned, ...schemas }) => {
    const edge = edgeOf(rules, schemas);
    const there = convertByEdge(edge, "forward", { body });
    expect(there.body).toEqual(image);
    const back = convertByEdge(edge, "backward", there);
    expect(back.body).toEqual(returned ?? body);
    expect(back.annotations).toEqual(returned === undefined ? {} : there.annotations);
  });
});

const list = (minItems: number): JsonObject => ({ type: "array", items: text, minItems });
const wanting = (properties: JsonObject): JsonObject => ({ ...map(properties), minProperties: 1 });

const emptyCases: readonly Case[] = [
  {
    name: "an empty list that the target refuses",
    rules: [],
    v1: map({ l: list(0) }),
    v2: map({ l: list(1) }),
    body: { l: [] },
    image: {},
  },
  {
    name: "an empty list that the source refuses",
    rules: [],
    v1: map({ l: list(1) }),
    v2: map({ l: list(0) }),
    body: { l: [] },
    image: {},
    returned: {},
  },
  {
    name: "an empty list stays where both versions require it",
    rules: [],
    v1: map({ l: list(0) }, ["l"]),
    v2: map({ l: list(1) }, ["l"]),
    body: { l: [] },
    image: { l: [] },
  },
  {
    name: "an empty map at another path",
    rules: [{ op: "move", from: "a", to: "b.c" }],
    v1: map({ a: map({ x: text }) }),
    v2: map({ b: map({ c: wanting({ x: text }) }) }),
    body: { a: {} },
    image: {},
  },
  {
    name: "a map that is empty because its only map is",
    rules: [],
    v1: map({ s: map({ t: map({ x: text }) }) }),
    v2: map({ s: wanting({ t: wanting({ x: text }) }) }),
    body: { s: { t: {} } },
    image: {},
  },
  {
    name: "a map of which every member is preserved",
    rules: [{ op: "keep", from: "s.k" }],
    v1: map({ s: map({ k: text, x: text }) }),
    v2: map({ s: wanting({ x: text }) }),
    body: { s: { k: "1" } },
    image: {},
  },
  {
    name: "an empty map that only the source declares",
    rules: [{ op: "move", from: "s.d.x", to: "s.x" }],
    v1: map({ s: map({ d: map({ x: text }) }) }),
    v2: map({ s: map({ x: text }) }),
    body: { s: { d: {} } },
    image: { s: {} },
  },
  {
    name: "a required map that only the target declares is created",
    rules: [{ op: "move", from: "s.x", to: "s.d.x" }],
    v1: map({ s: map({ x: text }) }),
    v2: map({ s: map({ d: map({ x: text }) }, ["d"]) }),
    body: { s: {} },
    image: { s: { d: {} } },
  },
  {
    name: "a required map that the source may leave out is created",
    rules: [],
    v1: map({ s: map({ d: wanting({ x: text }) }) }),
    v2: map({ s: map({ d: map({ x: text }) }, ["d"]) }),
    body: { s: {} },
    image: { s: { d: {} } },
  },
  {
    name: "the items of a list, which stay",
    rules: [{ op: "each", from: "l", to: "m", rules: [{ op: "move", from: "a", to: "b" }] }],
    v1: map({ l: { type: "array", items: wanting({ a: map({ x: text }) }) } }),
    v2: map({ m: { type: "array", items: wanting({ b: wanting({ x: text }) }) } }),
    body: { l: [{ a: {} }, { a: { x: "1" } }] },
    image: { m: [{}, { b: { x: "1" } }] },
  },
  {
    name: "the values of a map of any key",
    rules: [],
    v1: map({ m: { type: "object", additionalProperties: list(0) } }),
    v2: map({ m: { type: "object", additionalProperties: list(1) } }),
    body: { m: { a: [], b: ["1"] } },
    image: { m: { b: ["1"] } },
  },
];

const orNull: JsonObject = { ...text, nullable: true };
const anything: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };

const nullCases: readonly Case[] = [
  {
    name: "at the same path",
    rules: [],
    v1: map({ s: map({ a: orNull, b: orNull, c: text }) }),
    v2: map({ s: map({ a: text, b: orNull, c: text }) }),
    body: { s: { a: null, b: null, c: null } },
    image: { s: { b: null, c: null } },
  },
  {
    name: "of any type, which the server drops where it is not nullable",
    rules: [],
    v1: map({ a: { ...anything, nullable: true }, b: { ...anything, nullable: true } }),
    v2: map({ a: anything, b: { ...anything, nullable: true } }),
    body: { a: null, b: null },
    image: { b: null },
  },
  {
    name: "of a rule",
    rules: [
      { op: "move", from: "a", to: "s.a" },
      { op: "map", from: "b", to: "b", table: { x: "y" } },
    ],
    v1: map({ a: orNull, b: orNull }),
    v2: map({ s: map({ a: text }), b: text }),
    body: { a: null, b: null },
    image: {},
  },
  {
    name: "where it is required",
    rules: [],
    v1: map({ a: orNull }),
    v2: map({ a: text }, ["a"]),
    body: { a: null },
    image: {},
  },
  {
    name: "among the values of a map, and in items",
    rules: [{ op: "each", from: "l", to: "l", rules: [{ op: "move", from: "a", to: "b" }] }],
    v1: map({
      m: { type: "object", additionalProperties: orNull },
      l: { type: "array", items: map({ a: orNull }) },
    }),
    v2: map({
      m: { type: "object", additionalProperties: text },
      l: { type: "array", items: map({ b: text }) },
    }),
    body: { m: { x: null, y: "1" }, l: [{ a: null }] },
    image: { m: { y: "1" }, l: [{}] },
  },
];

const idList = (properties: JsonObject): JsonObject => ({
  type: "array",
  items: map({ id: text, ...properties }, ["id"]),
});

const withinParts: readonly Case[] = [
  {
    name: "in the item of single",
    rules: [{ op: "single", from: "l", to: "m", rules: [{ op: "move", from: "a", to: "b" }] }],
    v1: map({ l: { type: "array", items: map({ a: orNull, c: list(0) }) } }),
    v2: map({ m: map({ b: text, c: list(1) }) }),
    body: { l: [{ a: null, c: [] }] },
    image: { m: {} },
  },
  {
    name: "in the list of single",
    rules: [{ op: "single", from: "m", to: "l", rules: [{ op: "move", from: "a", to: "b" }] }],
    v1: map({ m: map({ a: orNull, c: list(0) }) }),
    v2: map({ l: { type: "array", items: map({ b: text, c: list(1) }) } }),
    body: { m: { a: null, c: [] } },
    image: { l: [{}] },
  },
  {
    name: "in the items of keyed",
    rules: [{ op: "keyed", from: "m", to: "m", key: "id", rules: [] }],
    v1: map({ m: { type: "object", additionalProperties: map({ a: orNull, c: list(0) }) } }),
    v2: map({ m: idList({ a: text, c: list(1) }) }),
    body: { m: { x: { a: null, c: [] } } },
    image: { m: [{ id: "x" }] },
  },
  {
    name: "in a member of the items of keyed",
    rules: [{ op: "keyed", from: "m", to: "m", key: "id", value: "is", rules: [] }],
    v1: map({ m: { type: "object", additionalProperties: map({ a: orNull, c: list(0) }) } }),
    v2: map({ m: idList({ is: map({ a: text, c: list(1) }) }) }),
    body: { m: { x: { a: null, c: [] } } },
    image: { m: [{ id: "x", is: {} }] },
  },
  {
    name: "in the values of keyed",
    rules: [{ op: "keyed", from: "m", to: "m", key: "id", inverted: true, rules: [] }],
    v1: map({ m: idList({ a: orNull, c: list(0) }) }),
    v2: map({ m: { type: "object", additionalProperties: map({ a: text, c: list(1) }) } }),
    body: { m: [{ id: "x", a: null, c: [] }] },
    image: { m: { x: {} } },
  },
];

test.each(withinParts)("a value that a version can't represent is left out $name", (row) => {
  const { rules, body, image, ...schemas } = row;
  const edge = edgeOf(rules, schemas);
  const there = convertByEdge(edge, "forward", { body });
  expect(there.body).toEqual(image);
  expect(convertByEdge(edge, "backward", there).body).toEqual(body);
});

describe("null that only the other version's schema allows is left out, and comes back", () => {
  test.each(nullCases)("$name", ({ rules, body, image, ...schemas }) => {
    const edge = edgeOf(rules, schemas);
    const there = convertByEdge(edge, "forward", { body });
    expect(there.body).toEqual(image);
    expect(convertByEdge(edge, "backward", there).body).toEqual(body);
  });

  test("beside a default of the version that refuses it", () => {
    const edge = edgeOf([], { v1: map({ a: orNull }), v2: map({ a: { ...text, default: "d" } }) });
    const there = convertByEdge(edge, "forward", { body: { a: null } });
    const back = convertByEdge(edge, "backward", { ...there, body: { a: "d" } });
    expect(back.body).toEqual({ a: null });
  });
});

describe("empty containers that a version can't represent", () => {
  test.each(emptyCases)("$name", ({ rules, body, image, returned, ...schemas }) => {
    const edge = edgeOf(rules, schemas);
    const there = convertByEdge(edge, "forward", { body });
    expect(there.body).toEqual(image);
    const back = convertByEdge(edge, "backward", there);
    expect(back.body).toEqual(returned ?? body);
    expect(back.annotations).toEqual(returned === undefined ? {} : there.annotations);
  });

  test.each(emptyCases)("are not searched for if there are none: $name", ({ rules, v1, v2 }) => {
    const edge = edgeOf(rules, { ...(v1 && { v1 }), ...(v2 && { v2 }) });
    const { body, annotations } = convertByEdge(edge, "forward", { body: { other: {} } });
    expect(body).toEqual({ other: {} });
    expect(annotations).toEqual({});
  });

  test("are part of what a lens reads", () => {
    const [first] = emptyCases;
    const edge = edgeOf([], {
      ...(first?.v1 && { v1: first.v1 }),
      ...(first?.v2 && { v2: first.v2 }),
    });
    expect(edge.forward.sparse?.reads()).toEqual(new Map([["l", new Map()]]));
  });
});

describe("an object that is converted, converted back and converted again without preserved values is the same", () => {
  interface SettledCase extends Versions {
    readonly name: string;
    readonly rules: readonly RuleData[];
    readonly way: "forward" | "backward";
    readonly body: JsonObject;
    readonly image: JsonObject;
    /** As in {@link Case}. */
    readonly returned?: JsonObject;
  }

  const settledCases: readonly SettledCase[] = [
    {
      name: "an empty map where the other version has the value of a rule",
      rules: [{ op: "move", from: "b.a", to: "b", rules: [{ op: "move", from: "c", to: "a" }] }],
      way: "backward",
      body: { b: { c: "x" } },
      image: {},
      returned: {},
      v1: map({ b: { ...map({ a: map({ c: text }) }), minProperties: 1 } }),
      v2: map({ b: { ...map({ a: text }), minProperties: 1 } }),
    },
  ];

  test.each(settledCases)("$name", ({ rules, way, body, image, returned, ...schemas }) => {
    const edge = edgeOf(rules, schemas);
    const other = way === "forward" ? "backward" : "forward";
    const there = convertByEdge(edge, way, { body });
    expect(there.body).toEqual(image);
    expect(convertByEdge(edge, other, there).body).toEqual(returned ?? body);
    const bare = convertByEdge(edge, other, { body: image });
    expect(convertByEdge(edge, way, { body: bare.body }).body).toEqual(image);
  });
});

interface SettlingCase extends Versions {
  readonly name: string;
  readonly rules: readonly RuleData[];
  /** The object at v2. */
  readonly body: JsonObject;
  readonly image: JsonObject;
}

const integer: JsonObject = { type: "integer" };
const listOf = (items: JsonObject): JsonObject => ({ type: "array", items });

const settlingCases: readonly SettlingCase[] = [
  {
    name: "a member that a rule fills in",
    rules: [{ op: "move", from: "s.x", to: "s.y", fill: { from: { value: 5 } } }],
    v1: map({ s: map({ x: integer }) }),
    v2: map({ s: wanting({ y: integer }) }),
    body: { s: { y: 5 } },
    image: {},
  },
  {
    name: "a member beside one that does not count as absent",
    rules: [{ op: "move", from: "s.x", to: "s.y", fill: { from: { value: 5 } } }],
    v1: map({ s: map({ x: integer, z: text }) }),
    v2: map({ s: wanting({ y: integer, z: text }) }),
    body: { s: { y: 5, z: "1" } },
    image: { s: { x: 5, z: "1" } },
  },
  {
    name: "a member of one version, filled in from another place",
    rules: [
      { op: "keep", to: "s.k" },
      { op: "keep", from: "s.x", fill: { from: { read: "n" } } },
    ],
    v1: map({ n: text, s: map({ x: text }) }),
    v2: map({ n: text, s: wanting({ k: text }) }),
    body: { n: "1", s: { k: "1" } },
    image: { n: "1" },
  },
  {
    name: "a member that a rule of an inner lens fills in from a place beside it",
    rules: [
      {
        op: "move",
        from: "s",
        to: "t",
        rules: [
          { op: "at", from: "x", to: "x", fill: { from: { read: "n" } } },
          { op: "keep", to: "k" },
        ],
      },
    ],
    v1: map({ s: map({ n: text, x: text }) }),
    v2: map({ t: wanting({ n: text, x: text, k: text }) }),
    body: { t: { n: "1", x: "1" } },
    image: { s: { n: "1", x: "1" } },
  },
  {
    name: "a required map that is created",
    rules: [
      { op: "move", from: "s.d.x", to: "s.x" },
      { op: "keep", to: "s.k" },
    ],
    v1: map({ s: map({ d: map({ x: text }) }, ["d"]) }),
    v2: map({ s: wanting({ x: text, k: text }) }),
    body: { s: { k: "1" } },
    image: {},
  },
  {
    name: "a required map that is created, whose member a rule fills in",
    rules: [{ op: "at", from: "s.x", to: "s.x", fill: { from: { value: 5 } } }],
    v1: map({ s: map({ x: integer }) }, ["s"]),
    v2: map({ s: wanting({ x: integer }) }),
    body: { s: { x: 5 } },
    image: { s: { x: 5 } },
  },
  {
    name: "a required map that is created, whose member a rule of an inner lens fills in",
    rules: [
      {
        op: "at",
        from: "s",
        to: "s",
        rules: [{ op: "at", from: "x", to: "x", fill: { from: { value: 5 } } }],
      },
    ],
    v1: map({ s: map({ x: integer }) }, ["s"]),
    v2: map({ s: wanting({ x: integer }) }),
    body: {},
    image: { s: { x: 5 } },
  },
  {
    name: "a map around one that is created, whose member a rule fills in",
    rules: [
      { op: "at", from: "o.s.x", to: "o.s.x", fill: { from: { value: 5 } } },
      { op: "keep", to: "o.k" },
    ],
    v1: map({ o: map({ s: map({ x: integer }) }, ["s"]) }),
    v2: map({ o: wanting({ s: wanting({ x: integer }), k: text }) }),
    body: { o: { k: "1" } },
    image: {},
  },
  {
    name: "a list's only item",
    rules: [{ op: "single", from: "l", to: "m", rules: [{ op: "keep", to: "k" }] }],
    v1: map({ l: listOf(map({ x: text })) }),
    v2: map({ m: wanting({ k: text, x: text }) }),
    body: { m: { k: "1" } },
    image: {},
  },
  {
    name: "a list's only item, in the other version",
    rules: [{ op: "single", from: "m", to: "l", rules: [{ op: "keep", to: "k" }] }],
    v1: map({ m: map({ x: text }) }),
    v2: map({ l: listOf(wanting({ k: text, x: text })) }),
    body: { l: [{ k: "1" }] },
    image: {},
  },
  {
    name: "one of a list's two items",
    rules: [{ op: "single", from: "m", to: "l", rules: [{ op: "keep", to: "k" }] }],
    v1: map({ m: map({ x: text }) }),
    v2: map({ l: listOf(wanting({ k: text, x: text })) }),
    body: { l: [{ k: "1" }, { x: "1" }] },
    image: {},
  },
  {
    name: "the only item of a list that both versions require",
    rules: [{ op: "single", from: "m", to: "l", rules: [{ op: "keep", to: "k" }] }],
    v1: map({ m: map({ x: text }) }, ["m"]),
    v2: map({ l: listOf(wanting({ k: text, x: text })) }, ["l"]),
    body: { l: [{ k: "1" }] },
    image: { m: {} },
  },
  {
    name: "a required map that the version itself refuses",
    rules: [{ op: "keep", to: "s.k" }],
    v1: map({ s: wanting({ x: text }) }, ["s"]),
    v2: map({ s: map({ k: text, x: text }) }),
    body: { s: { k: "1" } },
    image: {},
  },
];

describe("a map whose members all count as absent is empty, so that conversions settle", () => {
  test.each(settlingCases)("$name", ({ rules, body, image, ...schemas }) => {
    const edge = edgeOf(rules, schemas);
    const back = convertByEdge(edge, "backward", { body });
    expect(back.body).toEqual(image);
    expect(convertByEdge(edge, "forward", back).body).toEqual(body);
    const there = convertByEdge(edge, "forward", { body: back.body });
    expect(convertByEdge(edge, "backward", { body: there.body }).body).toEqual(image);
  });
});
