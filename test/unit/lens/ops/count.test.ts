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
  test.each<{ name: string; from: JsonValue; image: unknown; returned: unknown }>([
    { name: "empty", from: [], image: [], returned: [] },
    {
      name: "side by side",
      from: ["ham", "ham", "cheese"],
      image: [portion("ham", 2), portion("cheese", 1)],
      returned: ["ham", "ham", "cheese"],
    },
    {
      name: "apart",
      from: ["ham", "cheese", "ham"],
      image: [portion("ham", 2), portion("cheese", 1)],
      returned: ["ham", "ham", "cheese"],
    },
    {
      name: "a prototype's names",
      from: ["__proto__", "constructor"],
      image: [portion("__proto__", 1), portion("constructor", 1)],
      returned: ["__proto__", "constructor"],
    },
    { name: "a number", from: ["ham", 1], image: "unparsable", returned: "unparsable" },
    { name: "null", from: ["ham", null], image: "unparsable", returned: "unparsable" },
    { name: "not a list", from: { ham: 1 }, image: "unparsable", returned: "unparsable" },
  ])("strings: $name", ({ from, image, returned }) => {
    expect(both(count, "forward", from)).toEqual({ image, returned });
  });

  test.each<{ name: string; from: JsonValue; image: unknown; returned: unknown }>([
    {
      name: "0",
      from: [portion("ham", 0), portion("egg", 1)],
      image: ["egg"],
      returned: [portion("egg", 1)],
    },
    { name: "only 0", from: [portion("ham", 0)], image: [], returned: [] },
    {
      name: "a repeated name",
      from: [portion("a", 1), portion("b", 1), portion("a", 2)],
      image: ["a", "a", "a", "b"],
      returned: [portion("a", 3), portion("b", 1)],
    },
    {
      name: "another member",
      from: [{ name: "a", quantity: 1, side: "left" }],
      image: ["a"],
      returned: [portion("a", 1)],
    },
    {
      name: "a missing quantity",
      from: [{ name: "a" }],
      image: "unparsable",
      returned: "unparsable",
    },
    {
      name: "a missing name",
      from: [{ quantity: 1 }],
      image: "unparsable",
      returned: "unparsable",
    },
    { name: "a fraction", from: [portion("a", 1.5)], image: "unparsable", returned: "unparsable" },
    {
      name: "a negative number",
      from: [portion("a", -1)],
      image: "unparsable",
      returned: "unparsable",
    },
    { name: "text", from: [portion("a", "2")], image: "unparsable", returned: "unparsable" },
    { name: "null", from: [portion("a", null)], image: "unparsable", returned: "unparsable" },
    {
      name: "a string among maps",
      from: [portion("a", 1), "b"],
      image: "unparsable",
      returned: "unparsable",
    },
    { name: "not a list", from: {}, image: "unparsable", returned: "unparsable" },
  ])("portions: $name", ({ from, image, returned }) => {
    expect(both(count, "backward", from)).toEqual({ image, returned });
  });

  test("members may have other names", () => {
    const named = countCodec({ name: "of", quantity: "times" });
    expect(both(named, "forward", ["a", "a"])).toEqual({
      image: [{ of: "a", times: 2 }],
      returned: ["a", "a"],
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
    expect(run.fault).toMatchObject({ code: "ObjectTooLarge", path });
  });

  test("a list that repeats more than the limit is a fault: it would not convert back", () => {
    const run = lensRun();
    expect(countCodec({ limit: 2 }).forward(["a", "a", "b", "a", "b"], run)).toBe(unparsable);
    expect(run.fault).toMatchObject({ code: "ObjectTooLarge", path: "" });
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
