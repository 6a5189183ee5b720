import { describe, expect, test } from "vitest";
import type { JsonArray, JsonObject } from "../../../lib/json/value.ts";
import { defineKind } from "../../../lib/kind/kind.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { checkKind } from "../../../lib/verify/check-kind.ts";
import { convertByEdge } from "../../support/convert-by-edge.ts";

// Two features of the language at one path: that each is correct alone does not make both together correct.

const text: JsonObject = { type: "string" };
const textOrNull: JsonObject = { type: "string", nullable: true };
const integer: JsonObject = { type: "integer" };
const defaultText: JsonObject = { type: "string", default: "a" };

function map(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "object", properties, ...more };
}

function list(items: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "array", items, ...more };
}

function mapList(key: string, properties: JsonObject): JsonObject {
  const merged = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": [key] };
  return list(map({ [key]: text, ...properties }, { required: [key] }), merged);
}

function values(each: JsonObject): JsonObject {
  return { type: "object", additionalProperties: each };
}

/** The members of `spec` in both versions, and the rules, whose paths start at `spec`. */
interface TwoVersions {
  readonly v1: JsonObject;
  readonly v2: JsonObject;
  readonly rules: readonly RuleData[];
  /** Rules whose paths start at the object. */
  readonly objectRules?: readonly RuleData[];
}

interface LawfulKind extends TwoVersions {
  readonly name: string;
}

const entryRule: RuleData = {
  op: "entry",
  from: "list",
  to: { cpu: "cpu", memory: "memory" },
  fill: { from: { value: ["cpu"] } },
};

const lawful: readonly LawfulKind[] = [
  {
    name: "a fill that reads null",
    v1: { f: text, source: text },
    v2: { f: text, source: text },
    rules: [{ op: "at", from: "f", to: "f", fill: { from: { read: "source" } } }],
  },
  {
    name: "first, and null that only a source keeps",
    v1: { f: text },
    v2: { a: textOrNull, b: text },
    rules: [{ op: "first", from: "f", to: ["a", "b"] }],
  },
  {
    name: "single, and null that only the list keeps",
    v1: { f: list(map({ on: text }), { nullable: true }) },
    v2: { f: map({ on: text }) },
    rules: [{ op: "single", from: "f", to: "f", rules: [] }],
  },
  {
    name: "keyed without rules, and null that only the items keep",
    v1: { f: values(map({ on: text })) },
    v2: { f: mapList("id", { on: textOrNull }) },
    rules: [{ op: "keyed", from: "f", to: "f", key: "id" }],
  },
  {
    name: "entry, and null that only a field keeps",
    v1: { list: mapList("name", { value: text }) },
    v2: { cpu: text, memory: textOrNull },
    rules: [{ ...entryRule, fill: {} }],
  },
  {
    name: "entry, and null that only the items keep",
    v1: { list: mapList("name", { value: textOrNull }) },
    v2: { cpu: text, memory: text },
    rules: [{ ...entryRule, fill: {} }],
  },
  {
    name: "entry with fill in a list by keys, and defaults of the fields",
    v1: { list: mapList("name", { value: text }) },
    v2: { cpu: defaultText, memory: defaultText },
    rules: [entryRule],
  },
  {
    name: "entry with fill within keyed, and defaults of the fields",
    v1: { f: values(map({ list: mapList("name", { value: text }) })) },
    v2: { f: mapList("id", { cpu: defaultText, memory: defaultText }) },
    rules: [{ op: "keyed", from: "f", to: "f", key: "id", rules: [entryRule] }],
  },
  {
    name: "drop within keyed",
    v1: { f: values(map({ gone: text, on: text })) },
    v2: { f: mapList("id", { on: text }) },
    rules: [
      {
        op: "keyed",
        from: "f",
        to: "f",
        key: "id",
        rules: [{ op: "drop", from: "gone", reason: "not read" }],
      },
    ],
  },
  {
    name: "drop within single",
    v1: { f: list(map({ on: text })) },
    v2: { f: map({ gone: text, on: text }) },
    rules: [
      {
        op: "single",
        from: "f",
        to: "f",
        inverted: false,
        rules: [{ op: "drop", to: "gone", reason: "not read" }],
      },
    ],
  },
  {
    name: "an annotation with fill, the only one of its object",
    v1: { f: text },
    v2: {},
    rules: [],
    objectRules: [
      {
        op: "move",
        from: "spec.f",
        to: 'metadata.annotations["example.com/f"]',
        fill: { to: { value: "a" } },
      },
    ],
  },
];

test.each(lawful)("$name: every law holds", async ({ v1, v2, rules, objectRules = [] }) => {
  const version = (name: string, members: JsonObject) => {
    const schema = map({ spec: map(members) });
    return { name, served: true, storage: name === "v2", schema };
  };
  const kind = defineKind({
    crd: {
      group: "example.com",
      kind: "Gadget",
      plural: "gadgets",
      scope: "Namespaced",
      versions: [version("v1", v1), version("v2", v2)],
    },
    lenses: [
      {
        from: "v1",
        to: "v2",
        rules: [...objectRules, { op: "at", from: "spec", to: "spec", rules }],
      },
    ],
  });
  const { laws } = await checkKind(kind, { runs: 20, seed: 1 });
  const failed = laws.flatMap(({ law, from, to, failure }) =>
    failure === undefined ? [] : [`${law} ${from} to ${to}: ${failure.explanation}`],
  );
  expect(failed).toEqual([]);
});

function edgeOf({ v1, v2, rules }: TwoVersions) {
  const schemas: Readonly<Record<string, JsonObject>> = { v1: map(v1), v2: map(v2) };
  return lensEdge(
    { group: "example.com", schemaOf: (version) => schemas[version] },
    { from: "v1", to: "v2", rules },
  );
}

describe("a value that is left out", () => {
  test("as null that only the source keeps, is filled in", () => {
    const rules: readonly RuleData[] = [
      { op: "at", from: "f", to: "f", fill: { from: { value: 0 } } },
    ];
    const edge = edgeOf({
      v1: { f: integer },
      v2: { f: { type: "integer", nullable: true } },
      rules,
    });
    const filled = convertByEdge(edge, "backward", { body: { f: null } });
    expect(filled.body).toEqual({ f: 0 });
    expect(convertByEdge(edge, "forward", filled).body).toEqual({ f: null });
  });

  test("by omit alone does not keep the map from which rules moved all else", () => {
    const edge = edgeOf({
      v1: { m: map({ f: integer }), x: text },
      v2: { m: map({ g: integer, x: text }) },
      rules: [
        { op: "move", from: "m.f", to: "m.g", omit: { from: { more: 4 } } },
        { op: "move", from: "x", to: "m.x" },
      ],
    });
    const image = convertByEdge(edge, "backward", { body: { m: { g: 6, x: "a" } } });
    expect(image.body).toEqual({ x: "a" });
    expect(convertByEdge(edge, "forward", image).body).toEqual({ m: { g: 6, x: "a" } });
  });

  test("as the only member of a required map goes with that map if it would not be created again", () => {
    const full = { required: ["f"] };
    const edge = lensEdge(
      {
        group: "example.com",
        schemaOf: (version) =>
          version === "v1"
            ? map({ f: map({ a: text }) })
            : map(
                { of: map({ f: map({ b: text }, { minProperties: 1 }), own: text }, full) },
                { required: ["of"] },
              ),
      },
      {
        from: "v1",
        to: "v2",
        rules: [
          {
            op: "move",
            from: "f",
            to: "of.f",
            rules: [{ op: "move", from: "a", to: "b", omit: { to: { equals: "a" } } }],
          },
          { op: "keep", to: "of.own" },
        ],
      },
    );
    const image = convertByEdge(edge, "forward", { body: { f: { a: "a" } } });
    expect(image.body).toEqual({});
    expect(convertByEdge(edge, "backward", image).body).toEqual({ f: { a: "a" } });
  });
});

test("a map that was created, and filled in by another rule, does not come back", () => {
  const edge = edgeOf({
    v1: { m: map({ z: text }), x: text },
    v2: { m: map({ z: text, x: text, own: text }) },
    rules: [
      { op: "move", from: "x", to: "m.x" },
      { op: "keep", to: "m.own", fill: { to: { value: "b" } } },
    ],
  });
  const image = convertByEdge(edge, "forward", { body: { x: "a" } });
  expect(image.body).toEqual({ m: { x: "a", own: "b" } });
  expect(convertByEdge(edge, "backward", image).body).toEqual({ x: "a" });
});

test("a map of a variant whose tag would be gone after a round trip cannot be parsed", () => {
  const edge = edgeOf({
    v1: { m: map({ type: text, path: text }) },
    v2: { m: map({ http: map({ path: text }), mode: text }) },
    rules: [
      {
        op: "variant",
        from: "m",
        to: "m",
        tag: "type",
        cases: {
          Http: {
            where: { http: { present: true } },
            rules: [{ op: "move", from: "path", to: "http.path" }],
          },
          None: { where: { mode: "none" }, rules: [] },
          Other: { where: {}, rules: [] },
        },
      },
    ],
  });
  const image = convertByEdge(edge, "backward", { body: { m: { mode: "any" } } });
  expect(image.body).toEqual({ m: {} });
  expect(convertByEdge(edge, "forward", image).body).toEqual({ m: { mode: "any" } });
});

test("a text has of its value what the other version declares", () => {
  const edge = edgeOf({
    v1: { f: map({ a: integer }) },
    v2: { f: text },
    rules: [{ op: "text", from: "f", to: "f", format: "json", inverted: true }],
  });
  const given = { body: { f: '{"a":1,"z":2}' } };
  const image = convertByEdge(edge, "backward", given);
  expect(image.body).toEqual({ f: { a: 1 } });
  expect(convertByEdge(edge, "forward", image).body).toEqual(given.body);
});

describe("keyed with the key inside, and an item whose key is not that of the map", () => {
  const f = { id: text, note: text };

  /** Converts a list to a map, replaces the map by `map`, and converts this to the list and back. Returns list and map. */
  function edited(v1: JsonObject, rules: readonly RuleData[], before: JsonArray, map: JsonObject) {
    const edge = edgeOf({
      v1: { f: values({ type: "object", properties: v1 }) },
      v2: { f: list({ type: "object", properties: f }) },
      rules: [{ op: "keyed", from: "f", to: "f", key: "id", inside: true, rules }],
    });
    const image = convertByEdge(edge, "backward", { body: { f: before } });
    const now = convertByEdge(edge, "forward", { ...image, body: { f: map } });
    return [now.body["f"], convertByEdge(edge, "backward", now).body["f"]];
  }

  test("no preserved key replaces an edited one", () => {
    const map = { b: { id: "b" }, "": { id: "1" } };
    const result = edited(f, [], [{ id: "b" }, {}], map);
    expect(result).toEqual([[{ id: "1" }, { id: "b" }], map]);
  });

  test("no preserved key replaces an edited one of another name", () => {
    const rules: readonly RuleData[] = [{ op: "move", from: "name", to: "id" }];
    const map = { b: { name: "b" }, "": { name: "1" } };
    const result = edited({ name: text, note: text }, rules, [{ id: "b" }, {}], map);
    expect(result).toEqual([[{ id: "1" }, { id: "b" }], map]);
  });

  test("a preserved value is compared with the item of the same key", () => {
    const rules: readonly RuleData[] = [
      { op: "duration", from: "note", to: "note", unit: "s", inverted: true },
    ];
    const map = { a: { id: "b", note: 90 }, b: { id: "a", note: 5 } };
    const result = edited({ id: text, note: integer }, rules, [{ id: "a", note: "90s" }], map);
    const now = [
      { id: "a", note: "5s" },
      { id: "b", note: "1m30s" },
    ];
    expect(result).toEqual([now, map]);
  });
});
