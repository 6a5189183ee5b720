import { describe, expect, test } from "vitest";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { applyDefaults } from "../../../lib/schema/defaulting/apply-defaults.ts";
import { pruneDefaults } from "../../../lib/schema/defaulting/prune-defaults.ts";
import { dropNonNullableNulls } from "../../../lib/schema/pruning/nulls.ts";
import { parseStructural } from "../../../lib/schema/structural/parse.ts";

function formOf(properties: JsonObject) {
  return parseStructural({ type: "object", properties }).structural;
}

const text = { type: "string" };

describe("dropNonNullableNulls", () => {
  test.each<{ name: string; properties: JsonObject; object: JsonValue; kept: JsonValue }>([
    {
      name: "drops a null that is not allowed",
      properties: { a: text },
      object: { a: null },
      kept: {},
    },
    {
      name: "a nullable null stays",
      properties: { a: { ...text, nullable: true } },
      object: { a: null },
      kept: { a: null },
    },
    {
      name: "a null with a default stays",
      properties: { a: { ...text, default: "x" } },
      object: { a: null },
      kept: { a: null },
    },
    { name: "an undeclared null stays", properties: {}, object: { a: null }, kept: { a: null } },
    {
      name: "a null in a list stays",
      properties: { l: { items: text } },
      object: { l: [null] },
      kept: { l: [null] },
    },
    {
      name: "drops a null in a list item",
      properties: { l: { items: { properties: { a: text } } } },
      object: { l: [{ a: null }] },
      kept: { l: [{}] },
    },
    {
      name: "drops a null in a map",
      properties: { m: { additionalProperties: text } },
      object: { m: { k: null } },
      kept: { m: {} },
    },
    {
      name: "a null in a map of anything stays",
      properties: { m: { additionalProperties: true } },
      object: { m: { k: null } },
      kept: { m: { k: null } },
    },
    {
      name: "drops a null beside texts",
      properties: { a: text, b: text },
      object: { a: "aa", b: null },
      kept: { a: "aa" },
    },
    {
      name: "a list where none is declared stays",
      properties: { a: text },
      object: { a: [{ b: null }] },
      kept: { a: [{ b: null }] },
    },
  ])("$name", ({ properties, object, kept }) => {
    expect(dropNonNullableNulls(object, formOf(properties))).toStrictEqual(kept);
  });

  test("changes nothing without a schema", () => {
    expect(dropNonNullableNulls({ a: null }, undefined)).toEqual({ a: null });
  });
});

describe("applyDefaults", () => {
  test.each<{ name: string; properties: JsonObject; object: JsonValue; defaulted: JsonValue }>([
    {
      name: "an absent member",
      properties: { a: { ...text, default: "x" } },
      object: {},
      defaulted: { a: "x" },
    },
    {
      name: "an absent member beside others",
      properties: { a: { ...text, default: "x" }, b: text },
      object: { b: "y" },
      defaulted: { a: "x", b: "y" },
    },
    {
      name: "not an absent member without a default",
      properties: { a: { ...text, default: "x" }, o: { properties: { b: { default: 1 } } } },
      object: {},
      defaulted: { a: "x" },
    },
    {
      name: "a null that is not allowed",
      properties: { a: { ...text, default: "x" } },
      object: { a: null },
      defaulted: { a: "x" },
    },
    {
      name: "not a null that is allowed",
      properties: { a: { ...text, nullable: true, default: "x" } },
      object: { a: null },
      defaulted: { a: null },
    },
    {
      name: "not a member with a value",
      properties: { a: { ...text, default: "x" } },
      object: { a: "" },
      defaulted: { a: "" },
    },
    {
      name: "an absent member in a default",
      properties: { o: { default: {}, properties: { a: { ...text, default: "x" } } } },
      object: {},
      defaulted: { o: { a: "x" } },
    },
    {
      name: "in items",
      properties: { l: { items: { properties: { a: { ...text, default: "x" } } } } },
      object: { l: [{}, 1, { a: "y" }] },
      defaulted: { l: [{ a: "x" }, 1, { a: "y" }] },
    },
    {
      name: "an item that is null",
      properties: { l: { items: { ...text, default: "x" } } },
      object: { l: [null] },
      defaulted: { l: ["x"] },
    },
    {
      name: "not a null item without a default",
      properties: { l: { items: { properties: { a: { default: 1 } } } } },
      object: { l: [null] },
      defaulted: { l: [null] },
    },
    {
      name: "a null value of a map",
      properties: { m: { additionalProperties: { ...text, default: "x" } } },
      object: { m: { k: null } },
      defaulted: { m: { k: "x" } },
    },
    {
      name: "not below an undeclared member",
      properties: { a: { default: 1 } },
      object: { a: 2, b: { a: null }, c: null },
      defaulted: { a: 2, b: { a: null }, c: null },
    },
    {
      name: "not in a list without items",
      properties: { l: { properties: { a: { default: 1 } } } },
      object: { l: [{}, null] },
      defaulted: { l: [{}, null] },
    },
    {
      name: "a member called __proto__",
      properties: JSON.parse('{"__proto__":{"default":1}}'),
      object: {},
      defaulted: JSON.parse('{"__proto__":1}'),
    },
  ])("$name", ({ properties, object, defaulted }) => {
    expect(applyDefaults(deepFreeze(object), formOf(properties))).toStrictEqual(defaulted);
  });

  test("returns the object itself if nothing is absent", () => {
    const value = { ...text, default: "x" };
    const structural = formOf({ a: value, m: { additionalProperties: value } });
    const object = { a: "y", m: { k: "z" } };
    expect(applyDefaults(deepFreeze(object), structural)).toBe(object);
  });

  test("changes nothing without a schema", () => {
    expect(applyDefaults({ a: null }, undefined)).toEqual({ a: null });
  });
});

describe("pruneDefaults", () => {
  const declared = { a: "x", unknown: 1 };
  const known = { properties: { a: text } };
  const embedded = {
    "x-kubernetes-embedded-resource": true,
    properties: { metadata: { properties: { name: { ...text, default: 5 } } } },
  };
  test.each<{ name: string; properties: JsonObject; object: JsonValue; defaulted: JsonValue }>([
    {
      name: "of a member",
      properties: { o: { ...known, default: declared } },
      object: {},
      defaulted: { o: { a: "x" } },
    },
    {
      name: "of items",
      properties: { l: { items: { ...known, default: declared } } },
      object: { l: [null] },
      defaulted: { l: [{ a: "x" }] },
    },
    {
      name: "of values of a map",
      properties: { m: { additionalProperties: { ...known, default: declared } } },
      object: { m: { k: null } },
      defaulted: { m: { k: { a: "x" } } },
    },
    {
      name: "of values of a map, with the property that stands for any key in the server",
      properties: {
        m: {
          properties: { "*": { properties: {} } },
          additionalProperties: { ...known, default: declared },
        },
      },
      object: { m: { k: null } },
      defaulted: { m: { k: {} } },
    },
    {
      name: "that are not valid metadata of the object are ignored",
      properties: { metadata: { properties: { name: { ...text, default: 5 } } } },
      object: { metadata: {} },
      defaulted: { metadata: {} },
    },
    {
      name: "that are not valid metadata are ignored",
      properties: { e: embedded },
      object: { e: { metadata: {} } },
      defaulted: { e: { metadata: {} } },
    },
    {
      name: "beside a map of anything",
      properties: { o: { ...known, default: declared, additionalProperties: true } },
      object: {},
      defaulted: { o: { a: "x", unknown: 1 } },
    },
    { name: "without defaults", properties: { o: known }, object: {}, defaulted: {} },
  ])("prunes defaults $name", ({ properties, object, defaulted }) => {
    expect(applyDefaults(deepFreeze(object), pruneDefaults(formOf(properties)))).toStrictEqual(
      defaulted,
    );
  });

  test("changes nothing in a schema whose defaults are all declared", () => {
    const structural = formOf({ a: { ...text, default: "x" }, l: { items: text } });
    expect(pruneDefaults(structural)).toStrictEqual(structural);
  });

  test("removes a default that is pruned entirely", () => {
    const name = pruneDefaults(formOf({ e: embedded }))
      .properties?.get("e")
      ?.properties?.get("metadata")
      ?.properties?.get("name");
    expect(Object.keys(name ?? {})).not.toContain("default");
    expect(name?.type).toBe("string");
  });

  test.each<{ default: JsonValue }>([{ default: "x" }, { default: [{ a: 1 }] }])(
    "does not change a default of the root that is not a map: $default",
    ({ default: declaredAtRoot }) => {
      const { structural } = parseStructural({ type: "object", default: declaredAtRoot });
      expect(pruneDefaults(structural).default).toEqual(declaredAtRoot);
    },
  );
});

describe("defaults within defaults", () => {
  test("are computed once, however often they occur in lists", () => {
    const tenMaps = Array.from({ length: 10 }, () => ({}));
    const nested = Array.from({ length: 40 }).reduce<JsonObject>(
      (below) => ({
        type: "array",
        default: tenMaps,
        items: { type: "object", properties: { a: below } },
      }),
      { type: "string", default: "x" },
    );
    const { structural } = parseStructural({ type: "object", properties: { a: nested } });
    expect(applyDefaults({}, structural)).toHaveProperty("a.9.a.9.a.9");
  });
});
