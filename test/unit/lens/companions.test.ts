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
  test.each(rows)("comes back while the companion is unchanged: $name", ({ old }) => {
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

describe("beside on any rule", () => {
  const table = { a: "x", b: "x" };
  const lens = (rules: readonly RuleData[]) =>
    lensEdge({ group: "example.com", schemaOf: () => undefined }, { from: "v1", to: "v2", rules });
  const roundTrip = (
    rules: readonly RuleData[],
    body: JsonObject,
    edit: (image: JsonObject) => JsonObject,
  ): JsonObject => {
    const from = { labels: {}, annotations: {}, name: undefined, namespace: undefined };
    const there = lens(rules).forward({ ...from, body }, allowance());
    if (!there.ok) throw new Error(there.error.message);
    const edited = { ...from, ...there.value, body: edit(there.value.body) };
    const back = lens(rules).backward(edited, allowance());
    if (!back.ok) throw new Error(back.error.message);
    return back.value.body;
  };
  const map: RuleData = { op: "map", from: "word", to: "word", table };
  const keep: RuleData = { op: "keep", from: "k", beside: ["m", "n"] };

  test.each<{
    readonly name: string;
    readonly rules: readonly RuleData[];
    readonly body: JsonObject;
    readonly edited: JsonObject;
    readonly back: JsonObject;
  }>([
    {
      name: "a map, whose companion changes",
      rules: [{ ...map, beside: "type" }],
      body: { word: "b", type: 1 },
      edited: { word: "x", type: 2 },
      back: { word: "a", type: 2 },
    },
    {
      name: "a map, of which nothing changes",
      rules: [{ ...map, beside: "type" }],
      body: { word: "b", type: 1 },
      edited: { word: "x", type: 1, more: true },
      back: { word: "b", type: 1, more: true },
    },
    {
      name: "several paths, of which the second changes",
      rules: [keep],
      body: { k: 1, m: 1, n: 1 },
      edited: { m: 1, n: 2 },
      back: { m: 1, n: 2 },
    },
    {
      name: "several paths that stay",
      rules: [keep],
      body: { k: 1, m: 1 },
      edited: { m: 1, x: 2 },
      back: { k: 1, m: 1, x: 2 },
    },
    {
      name: "a rule with rules, for all that is preserved below",
      rules: [
        { op: "at", from: "a", to: "a", beside: "type", rules: [{ op: "keep", from: "b.c" }] },
      ],
      body: { type: 1, a: { b: { c: 1, d: 1 } } },
      edited: { type: 2, a: { b: { d: 1 } } },
      back: { type: 2, a: { b: { d: 1 } } },
    },
    {
      name: "a rule with rules, which have another beside",
      rules: [
        {
          op: "each",
          from: "l",
          to: "l",
          beside: "type",
          rules: [{ op: "keep", from: "k", beside: "m" }],
        },
      ],
      body: {
        type: 1,
        l: [
          { k: 1, m: 1 },
          { k: 2, m: 1 },
        ],
      },
      edited: { type: 1, l: [{ m: 1 }, { m: 2 }] },
      back: { type: 1, l: [{ k: 1, m: 1 }, { m: 2 }] },
    },
  ])("$name", ({ rules, body, edited, back }) => {
    expect(roundTrip(rules, body, () => edited)).toEqual(back);
    expect(roundTrip(rules, body, (image) => image)).toEqual(body);
  });
});
