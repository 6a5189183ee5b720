import { describe, expect, test } from "vitest";
import { mayHoldChangedNumber } from "../../../lib/json/numbers.ts";

describe("mayHoldChangedNumber", () => {
  test.each([
    { name: "16 digits in a map", text: '{"a":9007199254740993}', hit: true },
    { name: "16 digits below zero in a list", text: "[1, -9007199254740993]", hit: true },
    { name: "16 digits alone", text: "9007199254740993", hit: true },
    { name: "negative zero", text: "[-0.0]", hit: true },
    { name: "three digits of exponent", text: '{"a": 1.5e400}', hit: true },
    { name: "15 digits", text: '{"a":999999999999999}', hit: false },
    { name: "less than zero by a fraction", text: "[-0.05]", hit: false },
    { name: "a uid that looks like an exponent", text: '{"uid":"3e123456-0000"}', hit: false },
    { name: "digits in a string", text: '{"a":"9007199254740993"}', hit: false },
  ])("$name: $hit", ({ text, hit }) => {
    expect(mayHoldChangedNumber(text)).toBe(hit);
  });
});
