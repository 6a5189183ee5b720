import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { convertByEdge } from "../../support/convert-by-edge.ts";

// A value is left out if its image would come back as a value that `fill` or `omit` counts as absent.

const text: JsonObject = { type: "string" };
const list = (items: JsonObject): JsonObject => ({ type: "array", items });
const map = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const noted = map({ a: text, note: text });

interface Row {
  readonly name: string;
  readonly v1: JsonObject;
  readonly v2: JsonObject;
  readonly rule: RuleData;
  readonly value: JsonValue;
  /** The value after a round trip, if it differs from `value`. */
  readonly returned?: JsonValue;
}

test.each<Row>([
  {
    name: "a text that means the same as the filled-in one",
    v1: text,
    v2: { type: "integer" },
    rule: { op: "duration", from: "f", to: "f", unit: "s", fill: { from: { value: "1m0s" } } },
    value: "60s",
  },
  {
    name: "a text that means the same as an omitted one",
    v1: text,
    v2: { type: "integer" },
    rule: { op: "duration", from: "f", to: "f", unit: "s", omit: { from: { equals: "1m0s" } } },
    value: "60s",
  },
  {
    name: "a word whose partner comes back as the filled-in word",
    v1: text,
    v2: text,
    rule: {
      op: "map",
      from: "f",
      to: "f",
      table: { a: "x", b: "x" },
      backTo: "a",
      fill: { from: { value: "a" } },
    },
    value: "b",
  },
  {
    name: "a map of which rules inside leave the one that is filled in",
    v1: noted,
    v2: map({ a: text }),
    rule: {
      op: "at",
      from: "f",
      to: "f",
      rules: [{ op: "keep", from: "note" }],
      fill: { from: { value: {} } },
    },
    value: { note: "x" },
  },
  {
    name: "a map of which drop leaves an omitted one",
    v1: noted,
    v2: map({ a: text }),
    rule: {
      op: "at",
      from: "f",
      to: "f",
      rules: [{ op: "drop", from: "note", reason: "gone" }],
      omit: { from: { equals: {} } },
    },
    value: { note: "x" },
    returned: {},
  },
  {
    name: "a list whose only item loses all of its members",
    v1: list(noted),
    v2: map({ a: text }),
    rule: {
      op: "single",
      from: "f",
      to: "f",
      rules: [{ op: "keep", from: "note" }],
      omit: { from: { equals: [{}] } },
    },
    value: [{ note: "x" }],
  },
  {
    name: "a text that a hook reads as the omitted one",
    v1: text,
    v2: { type: "integer" },
    rule: {
      op: "hook",
      name: "size",
      from: ["f"],
      to: ["f"],
      omit: { from: { equals: "5" } },
      forward: ([size]) => [typeof size === "string" ? Number.parseInt(size, 10) : undefined],
      backward: ([size]) => [typeof size === "number" ? String(size) : undefined],
    },
    value: "5m",
  },
])("$name", ({ v1, v2, rule, value, returned = value }) => {
  const schemaOf = (version: string): JsonObject =>
    map({ spec: map({ f: version === "v1" ? v1 : v2 }) });
  const rules: RuleData[] = [{ op: "at", from: "spec", to: "spec", rules: [rule] }];
  const edge = lensEdge({ group: "example.com", schemaOf }, { from: "v1", to: "v2", rules });
  const there = convertByEdge(edge, "forward", { body: { spec: { f: value } } });
  expect(there.body).toEqual({ spec: {} });
  expect(convertByEdge(edge, "backward", there).body).toEqual({ spec: { f: returned } });
});

test.each<{ name: string; filled: readonly RuleData[] }>([
  { name: "a map that is empty", filled: [] },
  {
    name: "a map that holds only what is filled in",
    filled: [{ op: "keep", from: "spec.filled", fill: { from: { value: "x" } } }],
  },
])("$name without what its schema refuses goes with its last moved member", ({ filled }) => {
  const free: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };
  const schemas: Record<string, JsonObject> = {
    v1: map({ spec: map({ f: text, filled: text }) }),
    v2: map({ spec: map({ f: free, moved: text }) }),
  };
  const rules: RuleData[] = [{ op: "move", from: "moved", to: "spec.moved" }, ...filled];
  const kind = { group: "example.com", schemaOf: (version: string) => schemas[version] };
  const edge = lensEdge(kind, { from: "v1", to: "v2", rules });
  const before = { body: { spec: { f: 1, moved: "x" } } };
  const there = convertByEdge(edge, "backward", before);
  expect(there.body).toEqual({ moved: "x" });
  expect(convertByEdge(edge, "forward", there).body).toEqual(before.body);
});
