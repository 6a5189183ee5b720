import { describe, expect, test } from "vitest";
import { isSurelyWithin } from "../../../lib/json/size.ts";
import { Float, type JsonValue } from "../../../lib/json/value.ts";

const nested = (levels: number): JsonValue => {
  let value: JsonValue = null;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
};

describe("isSurelyWithin", () => {
  test.each<{ name: string; value: JsonValue; limit: number; within: boolean }>([
    {
      name: "a text whose characters may each be an escape",
      value: "abc",
      limit: 20,
      within: true,
    },
    { name: "a text with one character less", value: "abc", limit: 19, within: false },
    { name: "a number with its spelling", value: new Float("1.0"), limit: 3, within: true },
    { name: "a long map", value: { a: "x".repeat(100), b: 1 }, limit: 100, within: false },
    { name: "a long list", value: ["x".repeat(100), 1], limit: 100, within: false },
    {
      name: "a short object",
      value: { a: [true, null, 1n, 1.5, {}], b: "c" },
      limit: 500,
      within: true,
    },
    { name: "500 levels", value: nested(500), limit: 5000, within: true },
    { name: "501 levels", value: nested(501), limit: 5000, within: false },
  ])("$name: $within", ({ value, limit, within }) => {
    expect(isSurelyWithin(value, limit)).toBe(within);
  });
});
