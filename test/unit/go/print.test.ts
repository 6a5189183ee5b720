import { describe, expect, test } from "vitest";
import { marshal, printFloat, printValue, quote } from "../../../lib/go/print.ts";
import { Float } from "../../../lib/json/value.ts";

describe("printFloat", () => {
  test.each([
    { name: "zero", value: 0, text: "0" },
    { name: "negative zero", value: -0, text: "-0" },
    { name: "a fraction", value: 2.5, text: "2.5" },
    { name: "below a million", value: 999999, text: "999999" },
    { name: "a million", value: 1e6, text: "1e+06" },
    { name: "many digits", value: 1000000000.5, text: "1.0000000005e+09" },
    { name: "small", value: 0.0001, text: "0.0001" },
    { name: "smaller", value: -0.00001, text: "-1e-05" },
    { name: "large", value: 1e300, text: "1e+300" },
  ])("$name", ({ value, text }) => {
    expect(printFloat(value)).toBe(text);
  });
});

describe("quote", () => {
  test.each([
    { name: "letters of any script", text: "aé😀", quoted: '"aé😀"' },
    { name: "quotes and backslashes", text: '"\\', quoted: '"\\"\\\\"' },
    { name: "short escapes", text: "\n\t\v", quoted: '"\\n\\t\\v"' },
    { name: "control characters", text: "\u0000\u007f", quoted: '"\\x00\\x7f"' },
    { name: "spaces that do not print", text: "\u00a0\u2028", quoted: '"\\u00a0\\u2028"' },
    { name: "beyond 16 bits", text: "\u{e0001}", quoted: '"\\U000e0001"' },
  ])("$name", ({ text, quoted }) => {
    expect(quote(text)).toBe(quoted);
  });
});

describe("marshal", () => {
  test.each([
    { name: "keys by bytes", value: { b: 1, "10": 2, "9": 3 }, text: '{"10":2,"9":3,"b":1}' },
    { name: "a float by its value", value: [new Float("1.0"), new Float("-0.0")], text: "[1,-0]" },
    { name: "an integer of 64 bits", value: 9007199254740993n, text: "9007199254740993" },
    { name: "HTML", value: "<&>\u2028", text: '"\\u003c\\u0026\\u003e\\u2028"' },
    { name: "a lone surrogate", value: "\ud83d", text: '"\ufffd"' },
    { name: "nothing", value: { l: [], n: null, o: {} }, text: '{"l":[],"n":null,"o":{}}' },
  ])("$name", ({ value, text }) => {
    expect(marshal(value)).toBe(text);
  });
});

describe("printValue", () => {
  test.each([
    { name: "an integer of seven digits", value: 1_000_000, text: "1000000" },
    { name: "a list in a map", value: { b: [1.5, "a"], a: null }, text: "map[a:<nil> b:[1.5 a]]" },
  ])("prints $name", ({ value, text }) => {
    expect(printValue(value)).toBe(text);
  });
});
