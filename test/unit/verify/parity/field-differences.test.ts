import { expect, test } from "vitest";
import type { JsonObject } from "../../../../lib/json/value.ts";
import { parseStructural } from "../../../../lib/schema/structural/parse.ts";
import { fieldDifferences } from "../../../../lib/verify/parity/field-differences.ts";

const ports = {
  type: "object",
  properties: { name: { type: "string" }, port: { type: "integer" } },
};
const { structural: schema } = parseStructural({
  type: "object",
  properties: {
    labels: { type: "object", additionalProperties: { type: "string" } },
    names: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
    ports: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: ports,
    },
    args: { type: "array", items: { type: "string" } },
    template: { type: "object", properties: { at: { type: "string" }, size: { type: "integer" } } },
  },
});

test.each<{ name: string; old: JsonObject; now: JsonObject; found: readonly string[] }>([
  { name: "nothing", old: { args: ["a"] }, now: { args: ["a"] }, found: [] },
  { name: "the order of members", old: { a: 1, b: 2 }, now: { b: 2, a: 1 }, found: [] },
  {
    name: "keys of a map as one path",
    old: { labels: { a: "x", b: "y" } },
    now: { labels: { c: "z" } },
    found: ["labels{} missing", "labels{} missing", "labels{} added"],
  },
  {
    name: "items of a list of type map by their keys",
    old: { ports: [{ name: "a", port: 1 }, { name: "b" }] },
    now: {
      ports: [
        { name: "b", port: 2 },
        { name: "a", port: 3 },
      ],
    },
    found: ["ports changed list-order", "ports[*].port changed", "ports[*].port added"],
  },
  {
    name: "an item that is missing",
    old: { ports: [{ name: "a" }, { name: "b" }] },
    now: { ports: [{ name: "b" }] },
    found: ["ports[*] missing"],
  },
  {
    name: "the order of a set",
    old: { names: ["a", "b"] },
    now: { names: ["b", "a"] },
    found: ["names changed list-order"],
  },
  {
    name: "the order of a list",
    old: { args: ["a", "b"] },
    now: { args: ["b", "a"] },
    found: ["args[*] changed", "args[*] changed"],
  },
  {
    name: "the length of a list",
    old: { args: ["a", "b"] },
    now: { args: ["a"] },
    found: ["args changed"],
  },
  {
    name: "a struct that Go can't omit",
    old: { template: { at: "", size: 0 } },
    now: {},
    found: ["template missing zero-value"],
  },
  {
    name: "a null in place of an empty list",
    old: { args: null },
    now: { args: [] },
    found: ["args changed zero-value"],
  },
])("finds $name", ({ old, now, found }) => {
  const texts = [...fieldDifferences(old, now, schema)].map(({ path, kind, meaning }) =>
    [path, kind, meaning].filter(Boolean).join(" "),
  );
  expect(texts).toEqual(found);
});
