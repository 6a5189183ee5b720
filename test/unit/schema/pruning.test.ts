import { describe, expect, test } from "vitest";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { asResource, prune } from "../../../lib/schema/pruning/prune.ts";
import { parseStructural } from "../../../lib/schema/structural/parse.ts";

const text = { type: "string" };
const preserving = { "x-kubernetes-preserve-unknown-fields": true };

interface Row {
  readonly name: string;
  readonly schema: JsonObject;
  readonly object: JsonValue;
  readonly kept: JsonValue;
  readonly pruned: readonly string[];
}

describe("prune", () => {
  test.each<Row>([
    {
      name: "undeclared members are removed",
      schema: { properties: { spec: { properties: { a: text } } } },
      object: { spec: { a: "x", b: 1 }, c: 2 },
      kept: { spec: { a: "x" } },
      pruned: ["c", "spec.b"],
    },
    {
      name: "a map of schemas keeps its keys and prunes its values",
      schema: { properties: { m: { additionalProperties: { properties: { a: text } } } } },
      object: { m: { "k.k": { a: "x", b: 1 } } },
      kept: { m: { "k.k": { a: "x" } } },
      pruned: ["m.k.k.b"],
    },
    {
      name: "a map of anything empties the maps in it",
      schema: { properties: { m: { additionalProperties: true } } },
      object: { m: { k: { b: 1 }, l: [[{ c: 1 }], 2, "x", {}], s: "x" } },
      kept: { m: { k: {}, l: [[{}], 2, "x", {}], s: "x" } },
      pruned: ["m.k.b", "m.l[0][0].c"],
    },
    {
      name: "additionalProperties: false keeps values as well",
      schema: { properties: { m: { additionalProperties: false } } },
      object: { m: { k: 1 } },
      kept: { m: { k: 1 } },
      pruned: [],
    },
    {
      name: "properties come before additionalProperties",
      schema: { properties: { m: { properties: { a: {} }, additionalProperties: preserving } } },
      object: { m: { a: { x: 1 }, b: { x: 1 } } },
      kept: { m: { a: {}, b: { x: 1 } } },
      pruned: ["m.a.x"],
    },
    {
      name: "properties come before additionalProperties, also where these declare more",
      schema: {
        properties: {
          m: {
            properties: { a: { properties: {} } },
            additionalProperties: { properties: { x: text } },
          },
        },
      },
      object: { m: { a: { x: "1" } } },
      kept: { m: { a: {} } },
      pruned: ["m.a.x"],
    },
    {
      name: "a map where the schema declares items",
      schema: { properties: { m: { items: {}, properties: { a: text } } } },
      object: { m: { a: "x", b: 1 } },
      kept: { m: { a: "x" } },
      pruned: ["m.b"],
    },
    {
      name: "kind and metadata below the root are members like any others",
      schema: { properties: { spec: {} } },
      object: { spec: { kind: "K", metadata: {} } },
      kept: { spec: {} },
      pruned: ["spec.kind", "spec.metadata"],
    },
    {
      name: "preserving keeps unknown members and prunes below known ones",
      schema: {
        properties: { o: { ...preserving, properties: { a: { properties: { x: text } } } } },
      },
      object: { o: { a: { x: "1", y: 2 }, b: { y: 2 } } },
      kept: { o: { a: { x: "1" }, b: { y: 2 } } },
      pruned: ["o.a.y"],
    },
    {
      name: "items of a preserving list preserve unknown members too",
      schema: {
        properties: { l: { ...preserving, items: { properties: { a: { properties: {} } } } } },
      },
      object: { l: [{ b: 1, a: { c: 1 } }] },
      kept: { l: [{ b: 1, a: {} }] },
      pruned: ["l[0].a.c"],
    },
    {
      name: "a preserving list without items is not changed",
      schema: { properties: { l: preserving } },
      object: { l: [{ b: 1 }] },
      kept: { l: [{ b: 1 }] },
      pruned: [],
    },
    {
      name: "items of items that preserve themselves",
      schema: { properties: { l: { ...preserving, items: preserving } } },
      object: { l: [{ b: 1 }] },
      kept: { l: [{ b: 1 }] },
      pruned: [],
    },
    {
      name: "an embedded resource keeps its apiVersion, kind and metadata",
      schema: { properties: { e: { "x-kubernetes-embedded-resource": true, properties: {} } } },
      object: { e: { apiVersion: "v1", kind: "K", metadata: { any: 1 }, spec: 1 } },
      kept: { e: { apiVersion: "v1", kind: "K", metadata: { any: 1 } } },
      pruned: ["e.spec"],
    },
    {
      name: "keys that JavaScript gives a meaning",
      schema: JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'),
      object: JSON.parse('{"a":1,"__proto__":"x","constructor":1}'),
      kept: JSON.parse('{"__proto__":"x"}'),
      pruned: ["a", "constructor"],
    },
    {
      name: "paths in the order of their bytes",
      schema: {},
      object: { "\u{1f600}": 1, "\uffee": 1, a: 1 },
      kept: {},
      pruned: ["a", "\uffee", "\u{1f600}"],
    },
  ])("$name", ({ schema, object, kept, pruned }) => {
    const { structural } = parseStructural(schema);
    expect(prune(deepFreeze(object), structural, { isResourceRoot: true })).toEqual({
      object: kept,
      pruned,
    });
  });

  test.each<{ name: string; isResourceRoot: boolean; kept: JsonValue; pruned: string[] }>([
    {
      name: "of a resource are kept",
      isResourceRoot: true,
      kept: { kind: "K", metadata: {} },
      pruned: ["a"],
    },
    {
      name: "of another value are removed without being listed",
      isResourceRoot: false,
      kept: {},
      pruned: ["a"],
    },
  ])("kind and metadata $name", ({ isResourceRoot, kept, pruned }) => {
    const { structural } = parseStructural({ type: "object" });
    const object = { kind: "K", metadata: {}, a: 1 };
    expect(prune(deepFreeze(object), structural, { isResourceRoot })).toEqual({
      object: kept,
      pruned,
    });
  });

  test.each<{ name: string; isResourceRoot: boolean; kept: JsonValue; pruned: string[] }>([
    { name: "a resource keeps its kind", isResourceRoot: true, kept: { kind: "K" }, pruned: ["a"] },
    { name: "nothing is kept", isResourceRoot: false, kept: {}, pruned: ["a", "kind"] },
  ])("without a schema $name", ({ isResourceRoot, kept, pruned }) => {
    const object = { kind: "K", a: 1 };
    expect(prune(deepFreeze(object), undefined, { isResourceRoot })).toEqual({
      object: kept,
      pruned,
    });
  });

  test("kind alone is also removed without being listed if the value is not a resource", () => {
    const { structural } = parseStructural({ type: "object" });
    const { object, pruned } = prune({ kind: "K" }, structural, { isResourceRoot: false });
    expect([object, pruned]).toEqual([{}, []]);
  });

  test.each<{ name: string; schema: JsonObject; object: JsonValue }>([
    {
      name: "maps, lists and scalars are declared",
      schema: {
        properties: { m: { properties: { l: { items: { properties: { a: text } } }, s: text } } },
      },
      object: { apiVersion: "g/v1", kind: "K", m: { l: [{ a: "x" }, { a: null }], s: "x" } },
    },
    {
      name: "the maps of anything are empty",
      schema: { properties: { m: { additionalProperties: true } } },
      object: { m: { l: [[{}]], s: "x" } },
    },
  ])("returns the object itself if $name", ({ schema, object }) => {
    const { structural } = parseStructural(schema);
    const result = prune(deepFreeze(object), structural, { isResourceRoot: true });
    expect(result.object).toBe(object);
    expect(result.pruned).toEqual([]);
  });

  test("prunes within lists of any depth", () => {
    const { structural } = parseStructural({ properties: { m: { additionalProperties: true } } });
    const list = Array.from({ length: 5990 }).reduce<JsonValue>((held) => [held], { a: 1 });
    const { pruned } = prune({ m: { list } }, structural, { isResourceRoot: true });
    expect(pruned).toEqual([`m.list${"[0]".repeat(5990)}.a`]);
  });
});

describe("asResource", () => {
  test("without a schema allows apiVersion, kind and metadata of any type", () => {
    expect(asResource(undefined)).toEqual({
      type: "",
      nullable: false,
      x: { preserveUnknownFields: false, embeddedResource: true, intOrString: false },
    });
  });
});
