import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../lib/json/value.ts";
import { eachValue, type SchemaPath } from "../../../lib/schema/constraint/schema-path.ts";
import { fittingAt } from "../../../lib/schema/fitting/fitting.ts";
import { structuralForm } from "../../../lib/schema/structural/form.ts";
import { compileNode } from "../../../lib/schema/validation/schema-node.ts";
import type { FittedMembers } from "../../../lib/schema/validation/validators.ts";

const no = (): boolean => false;

/** What of a value fits a schema. */
function fitted(schema: JsonObject, value: JsonObject, members: Partial<FittedMembers> = {}) {
  const forms = {
    node: compileNode(schema, { re2: undefined }),
    structural: structuralForm(schema),
  };
  return fittingAt(forms, [], { mayLack: no, mustStay: no, mayBeIncomplete: false, ...members })?.(
    value,
  );
}

describe("fittingAt drops null where the server drops it", () => {
  const anything = { "x-kubernetes-preserve-unknown-fields": true };

  test.each([
    { name: "a member of any type", member: anything, left: {} },
    { name: "a member of one type", member: { type: "string" }, left: {} },
    { name: "a member with a default", member: { type: "string", default: "a" }, left: {} },
    {
      name: "but not a nullable member",
      member: { type: "string", nullable: true },
      left: { a: null },
    },
    {
      name: "nor a nullable member of any type",
      member: { ...anything, nullable: true },
      left: { a: null },
    },
  ])("$name", ({ member, left }) => {
    expect(fitted({ type: "object", properties: { a: member } }, { a: null })).toEqual(left);
  });

  test("a value of a map of any keys", () => {
    expect(fitted({ type: "object", additionalProperties: anything }, { a: null })).toEqual({});
  });

  test("but not a member that no schema declares, nor an item of a list", () => {
    const undeclared = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    expect(fitted(undeclared, { a: null })).toEqual({ a: null });
    const list = { type: "object", properties: { l: { type: "array", items: anything } } };
    expect(fitted(list, { l: [null] })).toEqual({ l: [null] });
  });
});

describe("fittingAt refuses a map without a member that it must have", () => {
  const named = {
    type: "object",
    properties: { name: { type: "string" }, other: { type: "string" } },
    required: ["name"],
  };
  const list = { type: "object", properties: { l: { type: "array", items: named } } };

  test.each([
    { name: "where nothing fills it in", mayLack: false, item: {}, left: {} },
    { name: "but not where a rule decides about it", mayLack: true, item: {}, left: { l: [{}] } },
    {
      name: "where a rule decides about it, and its value is refused",
      mayLack: true,
      item: { name: null },
      left: {},
    },
    { name: "so also for a wrong type", mayLack: true, item: { name: 1 }, left: {} },
    {
      name: "but not where another member is refused",
      mayLack: true,
      item: { other: 1 },
      left: { l: [{}] },
    },
  ])("$name", ({ mayLack, item, left }) => {
    expect(fitted(list, { l: [item] }, { mayLack: () => mayLack })).toEqual(left);
  });

  test.each([
    { name: "that key", claimed: ["m", "k", "name"] },
    { name: "any key", claimed: ["m", eachValue, "name"] },
  ])("but not in a map of any keys where a rule decides about it at $name", ({ claimed }) => {
    const maps = { type: "object", additionalProperties: named };
    const schema = { type: "object", properties: { m: maps } };
    const mayLack = (path: SchemaPath): boolean => isDeepStrictEqual(path, claimed);
    expect(fitted(schema, { m: { k: {} } })).toEqual({ m: {} });
    expect(fitted(schema, { m: { k: {} } }, { mayLack })).toEqual({ m: { k: {} } });
  });

  test("which a rule fills in, though the schema does not require it", () => {
    const mustStay = (path: SchemaPath): boolean => path.at(-1) === "other";
    const item = { name: "a", other: 1 };
    expect(fitted(list, { l: [item] })).toEqual({ l: [{ name: "a" }] });
    expect(fitted(list, { l: [item] }, { mustStay })).toEqual({});
    expect(fitted(list, { l: [{ name: "a" }] }, { mustStay })).toEqual({ l: [{ name: "a" }] });
  });
});
