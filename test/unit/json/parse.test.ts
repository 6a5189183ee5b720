import { describe, expect, test } from "vitest";
import { isDeeperThan, parse, parseBytes } from "../../../lib/json/parse.ts";
import { Float, type JsonValue } from "../../../lib/json/value.ts";
import { asMap } from "../../support/as-map.ts";

function parsedValue(text: string): JsonValue {
  const parsed = parse(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

describe("parse", () => {
  test.each([
    { name: "2^53+1 is a bigint", text: "9007199254740993", value: 9007199254740993n },
    { name: "2^53-1 is a number", text: "9007199254740991", value: 9007199254740991 },
    { name: "the largest int64", text: "[9223372036854775807]", value: [9223372036854775807n] },
    { name: "the smallest int64", text: "[-9223372036854775808]", value: [-9223372036854775808n] },
    {
      name: "beyond int64 is a float",
      text: "[9223372036854775808]",
      value: [2 ** 63],
    },
    {
      name: "uint64 is a float",
      text: '{"a":18446744073709551615}',
      value: { a: 2 ** 64 },
    },
    { name: "40 digits are a float", text: `[-1${"0".repeat(39)}]`, value: [-1e39] },
    {
      name: "16 digits with a fraction are a float",
      text: "[9007199254740993.0]",
      value: [2 ** 53],
    },
    { name: "-0 is the integer 0", text: "[-0]", value: [0] },
    { name: "-0.0 keeps its sign", text: "[-0.0]", value: [-0] },
    {
      name: "white space before digits",
      text: '{"a" : \n 9007199254740993 }',
      value: { a: 9007199254740993n },
    },
    {
      name: "the last of duplicate keys counts",
      text: '{"a":1,"a":9007199254740993}',
      value: { a: 9007199254740993n },
    },
    {
      name: "escapes beside a bigint",
      text: '["\\u00e9\\n\\"",9007199254740993]',
      value: ['é\n"', 9007199254740993n],
    },
    {
      name: "empty containers beside a bigint",
      text: '[[],{},9007199254740993,""]',
      value: [[], {}, 9007199254740993n, ""],
    },
  ])("$name", ({ text, value }) => {
    expect(parse(text)).toEqual({ ok: true, value });
  });

  test.each([
    { name: "plain", text: '{"__proto__":{"x":1},"constructor":2}' },
    { name: "beside a bigint", text: '{"__proto__":{"x":1},"constructor":2,"n":9007199254740993}' },
  ])("__proto__ and constructor are keys, $name", ({ text }) => {
    const value = asMap(parsedValue(text));
    expect(Object.keys(value).slice(0, 2)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test.each([
    { name: "empty", text: "", offset: 0 },
    { name: "a word", text: "hello", offset: 0 },
    { name: "trailing data", text: "{} 1", offset: 3 },
    { name: "a byte order mark", text: "\ufeff{}", offset: 0 },
    { name: "a control character", text: '["a\u0001"]', offset: 3 },
    { name: "a bad escape", text: '["\\x"]', offset: 1 },
    { name: "a leading zero", text: "[01]", offset: 2 },
    { name: "beyond float64", text: "[1e400]", offset: 1 },
    { name: "400 digits", text: `[${"9".repeat(400)}]`, offset: 1 },
    { name: "cut short", text: '{"a":', offset: 5 },
    { name: "no colon", text: '{"a" 1}', offset: 5 },
    { name: "a trailing comma", text: "[1,]", offset: 3 },
    { name: "an unquoted key", text: "{a:1}", offset: 1 },
  ])("refuses $name at $offset", ({ text, offset }) => {
    expect(parse(text)).toMatchObject({ ok: false, error: { offset } });
  });

  test.each([
    { name: "lists", text: `${"[".repeat(10_000)}${"]".repeat(10_000)}` },
    { name: "maps", text: `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}` },
    {
      name: "lists around a bigint",
      text: `${"[".repeat(10_000)}9007199254740993${"]".repeat(10_000)}`,
    },
  ])("refuses 10,000 levels of $name", ({ text }) => {
    expect(parse(text)).toMatchObject({
      ok: false,
      error: { message: "nested deeper than 6000 levels", offset: expect.any(Number) },
    });
  });

  test("carries 5,000 levels", () => {
    const value = parsedValue(`${"[".repeat(5000)}${"]".repeat(5000)}`);
    expect(isDeeperThan(value, 4999)).toBe(true);
    expect(isDeeperThan(value, 5000)).toBe(false);
  });

  test("keeps the spelling of floats if it is asked to", () => {
    expect(parse("[1.0,1,1e3,9223372036854775808]", { tokens: true })).toEqual({
      ok: true,
      value: [new Float("1.0"), 1, new Float("1e3"), new Float("9223372036854775808")],
    });
  });
});

describe("parseBytes", () => {
  test.each([
    { name: "invalid UTF-8", bytes: [0x22, 0xff, 0x22], message: "not UTF-8" },
    {
      name: "a byte order mark",
      bytes: [0xef, 0xbb, 0xbf, 0x7b, 0x7d],
      message: "expected a value",
    },
  ])("refuses $name", ({ bytes, message }) => {
    expect(parseBytes(Uint8Array.from(bytes))).toMatchObject({ ok: false, error: { message } });
  });

  test("reads UTF-8", () => {
    expect(parseBytes(new TextEncoder().encode('"☃"'))).toEqual({ ok: true, value: "☃" });
  });
});
