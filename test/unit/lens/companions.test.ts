import { describe, expect, test } from "vitest";
import type { Conversion } from "../../../lib/converter/converter.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { allowance } from "../../support/allowance.ts";

const keepWindow: RuleData = { op: "keep", from: "window", beside: "type" };
const rules: readonly RuleData[] = [
  { op: "keep", from: "spec.window", beside: "spec.strategy" },
  { op: "each", from: "keyed", to: "keyed", key: "name", rules: [keepWindow] },
  { op: "each", from: "plain", to: "plain", rules: [keepWindow] },
  { op: "each", from: "byName{}", to: "byName{}", rules: [keepWindow] },
];
const edge = lensEdge(
  { group: "example.com", schemaOf: () => undefined },
  { from: "v1", to: "v2", rules },
);

function convert(way: "forward" | "backward", from: Conversion): Conversion {
  const source = { labels: {}, annotations: {}, ...from, name: undefined, namespace: undefined };
  const result = edge[way](source, allowance());
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const rows: readonly {
  readonly name: string;
  readonly old: JsonObject;
  readonly edited: JsonObject;
  readonly back: JsonObject;
}[] = [
  {
    name: "a field",
    old: { spec: { strategy: "Rolling", window: 5, other: 1 } },
    edited: { spec: { strategy: "Recreate", other: 1 } },
    back: { spec: { strategy: "Recreate", other: 1 } },
  },
  {
    name: "an item by key",
    old: {
      keyed: [
        { name: "a", type: "x", window: 1 },
        { name: "b", type: "x", window: 2 },
      ],
    },
    edited: {
      keyed: [
        { name: "b", type: "x" },
        { name: "a", type: "y" },
      ],
    },
    back: {
      keyed: [
        { name: "b", type: "x", window: 2 },
        { name: "a", type: "y" },
      ],
    },
  },
  {
    name: "an item by its index",
    old: {
      plain: [
        { id: 1, type: "x", window: 1 },
        { id: 2, type: "x", window: 2 },
      ],
    },
    edited: {
      plain: [
        { id: 0, type: "n" },
        { id: 1, type: "x" },
        { id: 2, type: "y" },
      ],
    },
    back: {
      plain: [
        { id: 0, type: "n" },
        { id: 1, type: "x", window: 1 },
        { id: 2, type: "y" },
      ],
    },
  },
  {
    name: "a value of a map",
    old: { byName: { a: { type: "x", window: 1 }, b: { type: "x", window: 2 } } },
    edited: { byName: { a: { type: "y" }, b: { type: "x" } } },
    back: { byName: { a: { type: "y" }, b: { type: "x", window: 2 } } },
  },
  {
    name: "a companion that was absent",
    old: { spec: { window: 5 } },
    edited: { spec: { strategy: "Rolling" } },
    back: { spec: { strategy: "Rolling" } },
  },
];

describe("keep beside another value", () => {
  test.each(rows)("comes back while the companion stays the same: $name", ({ old }) => {
    expect(convert("backward", convert("forward", { body: old }))).toMatchObject({
      body: old,
      annotations: {},
    });
  });

  test.each(rows)("is dropped when the companion changes: $name", ({ old, edited, back }) => {
    const down = convert("forward", { body: old });
    const up = convert("backward", { ...down, body: edited });
    expect({ body: up.body, stale: up.remarks?.stale }).toEqual({ body: back, stale: 1 });
  });

  test("an edit of another field drops nothing", () => {
    const down = convert("forward", { body: { spec: { strategy: "Rolling", window: 5 } } });
    const edited = { ...down, body: { spec: { strategy: "Rolling", more: true } } };
    expect(convert("backward", edited).body).toEqual({
      spec: { strategy: "Rolling", more: true, window: 5 },
    });
  });
});
