import { describe, expect, test } from "vitest";
import { Float, type JsonValue } from "../../../lib/json/value.ts";
import { smallerValues } from "../../../lib/verify/draw/smaller.ts";

describe("smallerValues", () => {
  test.each<{ name: string; value: JsonValue; less: readonly JsonValue[] }>([
    { name: "null", value: null, less: [] },
    { name: "false", value: false, less: [] },
    { name: "true", value: true, less: [false] },
    { name: "zero", value: 0, less: [] },
    { name: "one", value: 1, less: [0] },
    { name: "a number", value: -9, less: [0, -4] },
    { name: "an integer beyond 2^53", value: 2n ** 53n + 1n, less: [0] },
    { name: "a number with its spelling", value: new Float("1.0"), less: [0] },
    { name: "an empty text", value: "", less: [] },
    { name: "a letter", value: "a", less: [""] },
    { name: "a text", value: "abcd", less: ["", "ab", "abc"] },
    { name: "an empty list", value: [], less: [] },
    { name: "a list of one", value: [true], less: [[], [false]] },
    {
      name: "a list",
      value: [0, 0, 0, 0],
      less: [[], [0, 0], [0, 0], ...Array(4).fill([0, 0, 0])],
    },
    {
      name: "a map",
      value: { a: 0, b: true },
      less: [{}, { b: true }, { a: 0 }, { a: 0, b: false }],
    },
  ])("of $name", ({ value, less }) => {
    expect([...smallerValues(value)]).toEqual(less);
  });
});
