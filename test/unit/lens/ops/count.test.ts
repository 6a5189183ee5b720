import { describe, expect, test } from "vitest";
import { Growth } from "../../../../lib/converter/growth.ts";
import type { JsonValue } from "../../../../lib/json/value.ts";
import { unparsable } from "../../../../lib/lens/ops/codec.ts";
import { countCodec } from "../../../../lib/lens/ops/count/codec.ts";
import { both, lensRun } from "../../../support/lens-run.ts";

const count = countCodec({});
const portion = (name: JsonValue, quantity: JsonValue) => ({ name, quantity });
const merged = (old: JsonValue, today: JsonValue) => count.merge?.(old, today, lensRun());

describe("countCodec", () => {
  test.each<{ name: string; from: JsonValue; there: unknown; home: unknown }>([
    { name: "empty", from: [], there: [], home: [] },
    {
      name: "side by side",
      from: ["ham", "ham", "cheese"],
      there: [portion("ham", 2), portion("cheese", 1)],
      home: ["ham", "ham", "cheese"],
    },
    {
      name: "apart",
      from: ["ham", "cheese", "ham"],
      there: [portion("ham", 2), portion("cheese", 1)],
      home: ["ham", "ham", "cheese"],
    },
    {
      name: "a prototype's names",
      from: ["__proto__", "constructor"],
      there: [portion("__proto__", 1), portion("constructor", 1)],
      home: ["__proto__", "constructor"],
    },
    { name: "a number", from: ["ham", 1], there: "unparsable", home: "unparsable" },
    { name: "null", from: ["ham", null], there: "unparsable", home: "unparsable" },
    { name: "not a list", from: { ham: 1 }, there: "unparsable", home: "unparsable" },
  ])("strings: $name", ({ from, there, home }) => {
    expect(both(count, "forward", from)).toEqual({ there, home });
  });

  test.each<{ name: string; from: JsonValue; there: unknown; home: unknown }>([
    {
      name: "0",
      from: [portion("ham", 0), portion("egg", 1)],
      there: ["egg"],
      home: [portion("egg", 1)],
    },
    { name: "only 0", from: [portion("ham", 0)], there: [], home: [] },
    {
      name: "a repeated name",
      from: [portion("a", 1), portion("b", 1), portion("a", 2)],
      there: ["a", "a", "a", "b"],
      home: [portion("a", 3), portion("b", 1)],
    },
    {
      name: "another member",
      from: [{ name: "a", quantity: 1, side: "left" }],
      there: ["a"],
      home: [portion("a", 1)],
    },
    { name: "no quantity", from: [{ name: "a" }], there: "unparsable", home: "unparsable" },
    { name: "no name", from: [{ quantity: 1 }], there: "unparsable", home: "unparsable" },
    { name: "a fraction", from: [portion("a", 1.5)], there: "unparsable", home: "unparsable" },
    {
      name: "a negative number",
      from: [portion("a", -1)],
      there: "unparsable",
      home: "unparsable",
    },
    { name: "text", from: [portion("a", "2")], there: "unparsable", home: "unparsable" },
    { name: "null", from: [portion("a", null)], there: "unparsable", home: "unparsable" },
    {
      name: "a string among maps",
      from: [portion("a", 1), "b"],
      there: "unparsable",
      home: "unparsable",
    },
    { name: "not a list", from: {}, there: "unparsable", home: "unparsable" },
  ])("portions: $name", ({ from, there, home }) => {
    expect(both(count, "backward", from)).toEqual({ there, home });
  });

  test("members may have other names", () => {
    const named = countCodec({ name: "of", quantity: "times" });
    expect(both(named, "forward", ["a", "a"])).toEqual({
      there: [{ of: "a", times: 2 }],
      home: ["a", "a"],
    });
  });

  test.each<{ name: string; from: JsonValue; path: string }>([
    {
      name: "more than the limit",
      from: [portion("a", 2), portion("b", 10_001)],
      path: "[1].quantity",
    },
    { name: "64 bits", from: [portion("a", 9223372036854775807n)], path: "[0].quantity" },
    { name: "1e300", from: [portion("a", 1e300)], path: "[0].quantity" },
    {
      name: "more text than allowed",
      from: [portion("a".repeat(1000), 9000)],
      path: "[0].quantity",
    },
    {
      name: "more bytes than allowed",
      from: [portion("\u20ac".repeat(200), 9000)],
      path: "[0].quantity",
    },
  ])("$name is a fault", ({ from, path }) => {
    const run = lensRun();
    expect(count.backward(from, run)).toBe(unparsable);
    expect(run.fault).toMatchObject({ path });
  });

  test("a list that repeats more than the limit is a fault: it would not convert back", () => {
    const run = lensRun();
    expect(countCodec({ limit: 2 }).forward(["a", "a", "b", "a", "b"], run)).toBe(unparsable);
    expect(run.fault).toMatchObject({ path: "" });
  });

  test("growth is counted for what is written beyond what was read", () => {
    const growth = new Growth(2 * '"ham",'.length);
    expect(count.backward([portion("ham", 3)], lensRun({ growth }))).toEqual(["ham", "ham", "ham"]);
    expect(growth.take(1)).toBe(false);
  });

  test.each<{ name: string; old: JsonValue; today: JsonValue; merge: JsonValue | undefined }>([
    {
      name: "one more of a name, and a new name",
      old: ["ham", "cheese", "ham"],
      today: ["ham", "ham", "ham", "cheese", "basil"],
      merge: ["ham", "cheese", "ham", "ham", "basil"],
    },
    {
      name: "fewer",
      old: ["ham", "cheese", "ham"],
      today: ["ham", "cheese"],
      merge: ["ham", "cheese"],
    },
    { name: "a name removed", old: ["ham", "cheese", "ham"], today: ["cheese"], merge: ["cheese"] },
    {
      name: "another order",
      old: ["ham", "cheese", "ham"],
      today: ["cheese", "ham", "ham"],
      merge: undefined,
    },
    { name: "a new one before", old: ["ham", "cheese"], today: ["basil", "ham"], merge: undefined },
    {
      name: "a former value that is not a list",
      old: { ham: 1 },
      today: ["ham"],
      merge: undefined,
    },
    { name: "a former list of other values", old: [1], today: ["ham"], merge: undefined },
    { name: "a current value that is not a list", old: ["ham"], today: "ham", merge: undefined },
  ])("the former order of the current items: $name", ({ old, today, merge }) => {
    expect(merged(old, today)).toEqual(merge);
  });
});
