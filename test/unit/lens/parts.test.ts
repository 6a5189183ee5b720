import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { convertByEdge } from "../../support/convert-by-edge.ts";

// Values that are preserved within `single` and `keyed` are restored rule by rule, as within `at` and `each`.

const text: JsonObject = { type: "string" };
const integer: JsonObject = { type: "integer" };
const map = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const list = (items: JsonObject): JsonObject => ({ type: "array", items });

const older = { address: text, after: text, word: text };
const newer = { host: text, port: text, after: integer, word: text };
const inner: readonly RuleData[] = [
  {
    op: "split",
    from: "address",
    to: { host: "host", port: "port" },
    template: "{host}:{port}",
  },
  { op: "duration", from: "after", to: "after", unit: "s" },
  { op: "map", from: "word", to: "word", table: { a: "x", "": "y" }, else: { from: "", to: "x" } },
];

function edgeOf(rule: RuleData, v1: JsonObject, v2: JsonObject) {
  const schemas: Readonly<Record<string, JsonObject>> = { v1: map({ f: v1 }), v2: map({ f: v2 }) };
  const kind = { group: "example.com", schemaOf: (version: string) => schemas[version] };
  return lensEdge(kind, { from: "v1", to: "v2", rules: [rule] });
}

const keyed: RuleData = { op: "keyed", from: "f", to: "f", key: "id", rules: inner };
const mapOf = (values: JsonObject): JsonObject => ({
  type: "object",
  additionalProperties: values,
});
const listOf = (properties: JsonObject): JsonObject => ({
  ...list({ ...map({ id: text, ...properties }), required: ["id"] }),
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["id"],
});
/** Two values that their rules cannot parse. */
const unparsed = { address: "nowhere", after: "soon" };

describe("an edit does not change what other rules preserved", () => {
  test.each([
    {
      name: "of other items of keyed",
      edge: edgeOf(keyed, mapOf(map(older)), listOf(newer)),
      before: { a: unparsed, b: unparsed },
      edited: [{ id: "a", host: "h", port: "1" }, { id: "b" }],
      after: { a: { address: "h:1", after: "soon" }, b: unparsed },
    },
    {
      name: "of other values of keyed with its list in the older version",
      edge: edgeOf({ ...keyed, inverted: true }, listOf(older), mapOf(map(newer))),
      before: [
        { id: "b", ...unparsed },
        { id: "a", ...unparsed },
      ],
      edited: { a: { host: "h", port: "1" }, b: {} },
      after: [
        { id: "b", ...unparsed },
        { id: "a", address: "h:1", after: "soon" },
      ],
    },
    {
      name: "of keyed with the member that holds the value",
      edge: edgeOf({ ...keyed, value: "is" }, mapOf(map(older)), listOf({ is: map(newer) })),
      before: { a: unparsed, b: unparsed },
      edited: [
        { id: "a", is: { host: "h", port: "1" } },
        { id: "b", is: {} },
      ],
      after: { a: { address: "h:1", after: "soon" }, b: unparsed },
    },
    {
      name: "of the item of single",
      edge: edgeOf(
        { op: "single", from: "f", to: "f", rules: inner },
        list(map(older)),
        map(newer),
      ),
      before: [unparsed],
      edited: { host: "h", port: "1" },
      after: [{ address: "h:1", after: "soon" }],
    },
    {
      name: "of single with its list in the newer version",
      edge: edgeOf(
        { op: "single", from: "f", to: "f", inverted: true, rules: inner },
        map(older),
        list(map(newer)),
      ),
      before: unparsed,
      edited: [{ host: "h", port: "1" }],
      after: { address: "h:1", after: "soon" },
    },
  ])("$name", ({ edge, before, edited, after }) => {
    const there = convertByEdge(edge, "forward", { body: { f: before } });
    const back = convertByEdge(edge, "backward", { ...there, body: { f: edited } });
    expect(back.body).toEqual({ f: after });
  });
});

describe("a value that can't be parsed comes back beside a default that a catch-all matches", () => {
  const defaulted = { host: { ...text, default: "d" }, port: { ...text, default: "d" } };
  const filled = { ...newer, ...defaulted, word: { ...text, default: "z" } };
  test.each([
    {
      name: "in keyed",
      edge: edgeOf(keyed, mapOf(map(older)), listOf(filled)),
      before: { a: { address: "nowhere" } },
      stored: [{ id: "a", host: "d", port: "d", word: "z" }],
      after: { a: { address: "nowhere", word: "" } },
    },
    {
      name: "in single",
      edge: edgeOf(
        { op: "single", from: "f", to: "f", rules: inner },
        list(map(older)),
        map(filled),
      ),
      before: [{ address: "nowhere" }],
      stored: { host: "d", port: "d", word: "z" },
      after: [{ address: "nowhere", word: "" }],
    },
  ])("$name", ({ edge, before, stored, after }) => {
    const there = convertByEdge(edge, "forward", { body: { f: before } });
    const back = convertByEdge(edge, "backward", { ...there, body: { f: stored } });
    expect(back.body).toEqual({ f: after });
  });
});
