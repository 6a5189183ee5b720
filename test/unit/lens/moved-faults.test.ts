import { expect, test } from "vitest";
import type { JsonObject } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { convertByEdge } from "../../support/convert-by-edge.ts";

// Stored objects may be invalid. If their own schema refuses something in one item, all else must still come back.

const text: JsonObject = { type: "string" };
const item: JsonObject = {
  type: "object",
  properties: { id: text, size: { type: "integer", minimum: 1 }, own: text },
  required: ["id"],
};
const list: JsonObject = { type: "array", items: item };
const spec = (f: JsonObject): JsonObject => ({ type: "object", properties: { f } });

function edgeOf(rule: RuleData, v1: JsonObject, v2: JsonObject) {
  const schemas: Readonly<Record<string, JsonObject>> = { v1: spec(v1), v2: spec(v2) };
  const kind = { group: "example.com", schemaOf: (version: string) => schemas[version] };
  return lensEdge(kind, { from: "v1", to: "v2", rules: [rule] });
}

const cases: readonly {
  readonly name: string;
  readonly edge: ReturnType<typeof edgeOf>;
  readonly before: readonly JsonObject[];
}[] = [
  {
    name: "the order of a list that is a map in the other version",
    edge: edgeOf(
      { op: "keyed", from: "f", to: "f", key: "id" },
      {
        ...list,
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["id"],
      },
      {
        type: "object",
        additionalProperties: {
          type: "object",
          properties: { size: { type: "integer" }, own: text },
        },
      },
    ),
    before: [
      { id: "b", size: 2 },
      { id: "a", size: 0 },
    ],
  },
  {
    name: "items that are not converted",
    edge: edgeOf(
      {
        op: "each",
        from: "f",
        to: "f",
        rules: [],
        where: { from: { own: { present: false } } },
      } as unknown as RuleData,
      list,
      list,
    ),
    before: [
      { id: "b", own: "x" },
      { id: "a", size: 0 },
    ],
  },
];

test.each(cases)("$name comes back beside an item that the schema refuses", ({ edge, before }) => {
  const there = convertByEdge(edge, "forward", { body: { f: before } });
  expect(there.body).not.toEqual({ f: before });
  expect(convertByEdge(edge, "backward", there).body).toEqual({ f: before });
});
