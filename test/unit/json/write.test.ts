import { describe, expect, test } from "vitest";
import { equal } from "../../../lib/json/equal.ts";
import { parse } from "../../../lib/json/parse.ts";
import { Float, type JsonValue } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";

describe("stringify", () => {
  test.each([
    { name: "int64", text: '{"a":9007199254740993,"b":[-9223372036854775808]}' },
    { name: "negative zero", text: "[-0.0]" },
    { name: "a whole float within int64", text: "[1.844673142932575e+16,-1e+18]" },
    { name: "a float beyond int64", text: "[1.8446744073709552e+19]" },
    { name: "keys that need escapes", text: '{"a\\"b":9007199254740993,"c":{},"d":[]}' },
    { name: "__proto__ beside a bigint", text: '{"__proto__":{"x":9007199254740993},"y":null}' },
    { name: "5,000 levels", text: `${'{"a":['.repeat(2500)}${"]}".repeat(2500)}` },
    { name: "a lone surrogate", text: '["\\ud800",true]' },
  ])("writes $name as it was read", ({ text }) => {
    const parsed = parse(text);
    expect(parsed.ok && stringify(parsed.value)).toBe(text);
  });

  test("writes a Float as its text", () => {
    expect(stringify({ a: new Float("1.0") })).toBe('{"a":1.0}');
  });

  const cycle: JsonValue[] = [];
  cycle.push(cycle);
  test.each([
    { name: "NaN", value: [Number.NaN] },
    { name: "infinity", value: { a: Number.POSITIVE_INFINITY } },
    { name: "undefined", value: [undefined as unknown as JsonValue] },
    { name: "a function", value: { a: (() => 1) as unknown as JsonValue } },
    { name: "a cycle", value: cycle },
  ])("throws a TypeError on $name", ({ value }) => {
    expect(() => stringify(value)).toThrow(TypeError);
  });
});

describe("equal", () => {
  test.each<{ name: string; a: JsonValue | undefined; b: JsonValue | undefined; same: boolean }>([
    { name: "1 and 1.0", a: 1, b: new Float("1.0"), same: true },
    { name: "a bigint and itself", a: 9007199254740993n, b: 9007199254740993n, same: true },
    {
      name: "a bigint and its neighbour's float",
      a: 9007199254740993n,
      b: 9007199254740992,
      same: false,
    },
    { name: "maps in another order", a: { a: 1, b: [2] }, b: { b: [2], a: 1 }, same: true },
    { name: "lists in another order", a: [1, 2], b: [2, 1], same: false },
    { name: "null and absent", a: null, b: undefined, same: false },
    { name: "empty map and null", a: {}, b: null, same: false },
    { name: "empty map and empty list", a: {}, b: [], same: false },
    { name: "zero and empty text", a: 0, b: "", same: false },
    { name: "another key", a: { a: 1 }, b: { b: 1 }, same: false },
    { name: "an inherited name", a: { constructor: 1 }, b: {}, same: false },
  ])("$name: $same", ({ a, b, same }) => {
    expect(equal(a, b)).toBe(same);
    expect(equal(b, a)).toBe(same);
  });
});
