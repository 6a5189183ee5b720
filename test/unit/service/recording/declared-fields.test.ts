import { describe, expect, test } from "vitest";
import { deepFreeze } from "../../../../lib/json/deep-freeze.ts";
import { parse } from "../../../../lib/json/parse.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../../lib/json/value.ts";
import { stringify } from "../../../../lib/json/write.ts";
import { parseStructural } from "../../../../lib/schema/structural/parse.ts";
import { declaredFields } from "../../../../lib/service/recording/declared-fields.ts";
import { vaultKind } from "../../../support/vault-kind.ts";

const schema = parseStructural(vaultKind().crd.versions[0]?.schema ?? {}).structural;

/** What stays of a spec. */
function keptOf(spec: JsonValue): JsonValue | undefined {
  return declaredFields(deepFreeze({ spec }), schema)["spec"];
}

describe("declaredFields", () => {
  test.each([
    { name: "a declared text", spec: { name: "a" }, kept: { name: "a" } },
    { name: "a declared number", spec: { size: 3, ratio: 0.5 }, kept: { size: 3, ratio: 0.5 } },
    { name: "a declared boolean", spec: { on: false }, kept: { on: false } },
    { name: "an int or string", spec: { port: "http" }, kept: { port: "http" } },
    { name: "null in a declared field", spec: { size: null }, kept: { size: null } },
    { name: "items of a declared list", spec: { tags: ["a", "b"] }, kept: { tags: ["a", "b"] } },
    { name: "a declared map", spec: { settings: { a: "b" } }, kept: { settings: { a: "b" } } },
    {
      name: "known members of a declared map alone",
      spec: { partly: { known: "a", b: 1 } },
      kept: { partly: { known: "a" } },
    },
    { name: "an empty spec", spec: {}, kept: {} },
  ])("keeps $name", ({ spec, kept }) => {
    expect(keptOf(spec)).toEqual(kept);
  });

  test.each([
    { name: "an undeclared field", spec: { other: 1 }, kept: {} },
    { name: "a key of Object.prototype", spec: parsed('{"__proto__":{"name":"a"}}'), kept: {} },
    { name: "a text of format password", spec: { password: "a" }, kept: {} },
    { name: "text in a field declared as number", spec: { size: "a" }, kept: {} },
    { name: "a number in a field declared as text", spec: { name: 1 }, kept: {} },
    { name: "a map in a field declared as text", spec: { name: { a: "b" } }, kept: {} },
    { name: "a list in a field declared as map", spec: { settings: ["a"] }, kept: {} },
    { name: "text in a field declared as map", spec: { settings: "a" }, kept: {} },
    { name: "a map in a field declared as int or string", spec: { port: { a: 1 } }, kept: {} },
    { name: "an item of another type", spec: { tags: ["a", { b: 1 }, 2] }, kept: { tags: ["a"] } },
    { name: "members of a free map", spec: { free: { a: "b" } }, kept: { free: {} } },
    { name: "a value of any type", spec: { anything: "a" }, kept: {} },
    { name: "a map of any type", spec: { anything: { a: 1 } }, kept: {} },
    {
      name: "members of free items",
      spec: { freeList: [{ a: 1 }, "b"] },
      kept: { freeList: [{}] },
    },
    { name: "undeclared members of an open map", spec: { open: { a: "b" } }, kept: { open: {} } },
    {
      name: "all of an embedded resource",
      spec: { template: { kind: "Secret", spec: { known: "a" } } },
      kept: { template: {} },
    },
    {
      name: "data",
      spec: { data: { a: "b" }, parts: [{ data: { a: "b" } }] },
      kept: { parts: [{}] },
    },
    {
      name: "stringData and binaryData",
      spec: { stringData: {}, binaryData: { a: "b" } },
      kept: {},
    },
    {
      name: "annotations and managedFields",
      spec: { podMetadata: { annotations: { a: "b" }, managedFields: ["a"] } },
      kept: { podMetadata: {} },
    },
    { name: "a spec that is not a map", spec: "a", kept: undefined },
  ])("drops $name", ({ spec, kept }) => {
    expect(keptOf(spec)).toEqual(kept);
  });

  test("keeps fields at the root, except those that every resource has", () => {
    const object: JsonObject = {
      apiVersion: "v1",
      kind: "a",
      metadata: { name: "a" },
      level: 1,
      data: { a: "b" },
      stringData: "a",
    };
    expect(declaredFields(object, schema)).toEqual({ level: 1 });
  });

  test("drops the items of a list if the items are not declared", () => {
    const { structural } = parseStructural({
      type: "object",
      properties: { list: { type: "array" } },
    });
    expect(declaredFields({ list: [1] }, structural)).toEqual({});
  });

  test("keeps the spelling of numbers and integers of 64 bits", () => {
    const text = '{"spec":{"size":9007199254740993,"ratio":1.50}}';
    expect(stringify(declaredFields(parsed(text), schema))).toBe(text);
  });
});

function parsed(text: string): JsonObject {
  const read = parse(text, { tokens: true });
  if (!read.ok || !isObject(read.value)) throw new Error(`${text} is not a map`);
  return read.value;
}
