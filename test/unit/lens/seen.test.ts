import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../lib/json/value.ts";
import { scopeLens } from "../../../lib/lens/place/scope.ts";
import { isSeen } from "../../../lib/lens/stash/seen.ts";

const lens = scopeLens({
  from: "v1",
  to: "v2",
  rules: [
    { op: "move", from: "a", to: "b" },
    { op: "split", from: "text", to: { x: "parts.x", y: "parts.y" }, template: "{x}:{y}" },
    {
      op: "each",
      from: "items",
      to: "items",
      rules: [
        { op: "keep", from: "k" },
        { op: "move", from: "a", to: "b" },
      ],
    },
    {
      op: "eachValue",
      from: "values",
      to: "values",
      rules: [{ op: "use", from: "in", to: "in", lens: "inner" }],
    },
  ],
  lenses: { inner: [{ op: "move", from: "a", to: "b" }] },
});

describe("isSeen", () => {
  test.each<{ name: string; said: JsonValue; without: JsonValue; table: JsonValue; seen: boolean }>(
    [
      { name: "no difference", said: { b: 1 }, without: { b: 1 }, table: { b: 2 }, seen: true },
      { name: "what is on the table", said: { b: 1 }, without: {}, table: { b: 1 }, seen: true },
      { name: "something else", said: { b: 1 }, without: {}, table: { b: 2 }, seen: false },
      {
        name: "rule by rule",
        said: { b: 1, parts: { x: "1", y: "2" } },
        without: { b: 1 },
        table: { b: 2, parts: { x: "1", y: "2" } },
        seen: true,
      },
      {
        name: "half of a rule's values",
        said: { parts: { x: "1", y: "2" } },
        without: { parts: { x: "0", y: "2" } },
        table: { parts: { x: "1", y: "3" } },
        seen: false,
      },
      {
        name: "item by item",
        said: { items: [{ b: 1 }, { b: 2 }] },
        without: { items: [{}, { b: 2 }] },
        table: { items: [{ b: 1 }, { b: 3 }] },
        seen: true,
      },
      {
        name: "a list that grew",
        said: { items: [{ b: 1 }, {}] },
        without: { items: [{ b: 1 }] },
        table: { items: [{ b: 1 }] },
        seen: false,
      },
      {
        name: "value by value, through a named lens",
        said: { values: { p: { in: { b: 1 } }, q: { in: { b: 2 } } } },
        without: { values: { p: { in: {} }, q: { in: { b: 2 } } } },
        table: { values: { p: { in: { b: 1 } }, q: {} } },
        seen: true,
      },
      { name: "what no rule names", said: { z: 1 }, without: {}, table: {}, seen: false },
      {
        name: "what no rule names, beside what one does",
        said: { parts: { z: 1 } },
        without: { parts: {} },
        table: { parts: { z: 1 } },
        seen: true,
      },
      { name: "what is no map", said: "x", without: {}, table: "x", seen: true },
    ],
  )("$name: $seen", ({ said, without, table, seen }) => {
    const sayings = { said, filled: said, without, table, completed: {}, base: {} };
    for (const isLawful of [true, false]) {
      expect(isSeen(sayings, { lens, side: "to", isLawful })).toBe(seen);
    }
  });

  test.each<{ name: string; said: JsonValue; table: JsonValue; seen: boolean }>([
    { name: "what the server filled in", said: {}, table: { b: 1 }, seen: true },
    { name: "what the table lacks", said: { b: 1 }, table: {}, seen: false },
    { name: "a default in place of another value", said: {}, table: { b: 2 }, seen: false },
  ])("with defaults, $name: $seen", ({ said, table, seen }) => {
    const sayings = { said, filled: { b: 1 }, without: { b: 3 }, table, completed: {}, base: {} };
    for (const isLawful of [true, false]) {
      expect(isSeen(sayings, { lens, side: "to", isLawful })).toBe(seen);
    }
  });
});
