import { describe, expect, test } from "vitest";
import { parseGoDuration, printGoDuration } from "../../../lib/go/duration.ts";

describe("parseGoDuration", () => {
  test.each([
    { text: "1h15m30.918273645s", nanoseconds: 4_530_918_273_645n },
    { text: "0.3333333333333333333h", nanoseconds: 1_200_000_000_000n },
    { text: "0.9223372036854775807h", nanoseconds: 3_320_413_933_267n },
    { text: "0.9223372036854775809ns", nanoseconds: 0n },
    { text: "0.100000000000000000000h", nanoseconds: 360_000_000_000n },
    { text: `0.${"0".repeat(400)}1h`, nanoseconds: 0n },
    { text: "0.000000000000000000000001h", nanoseconds: 0n },
    { text: `${"0".repeat(30)}1s`, nanoseconds: 1_000_000_000n },
    { text: "9223372036854775807ns", nanoseconds: 9223372036854775807n },
    { text: "-9223372036854775808ns", nanoseconds: -9223372036854775808n },
    // Go's sum runs over: two of the greatest amounts are none at all.
    { text: "9223372036854775808ns9223372036854775808ns", nanoseconds: 0n },
  ])("$text", ({ text, nanoseconds }) => {
    expect(parseGoDuration(text)).toBe(nanoseconds);
  });

  test.each([
    { text: "9223372036854775807ns1ns" },
    { text: "9223372036854775808ns1ns" },
    { text: "9223372036854775809ns" },
    { text: "9223372036854775.808us" },
    { text: "9223372036854.775809ms" },
    { text: "2562047h48m" },
    { text: "3000000h" },
    { text: "+" },
    { text: "1" },
    { text: ".h" },
    { text: "1x" },
  ])("refuses $text", ({ text }) => {
    expect(parseGoDuration(text)).toBeUndefined();
  });
});

describe("printGoDuration", () => {
  test.each([
    { nanoseconds: 0n, text: "0s" },
    { nanoseconds: 1n, text: "1ns" },
    { nanoseconds: 1_100n, text: "1.1\u00b5s" },
    { nanoseconds: 2_200_000n, text: "2.2ms" },
    { nanoseconds: 3_300_000_000n, text: "3.3s" },
    { nanoseconds: 245_000_000_000n, text: "4m5s" },
    { nanoseconds: 245_001_000_000n, text: "4m5.001s" },
    { nanoseconds: 18_367_001_000_000n, text: "5h6m7.001s" },
    { nanoseconds: 480_000_000_001n, text: "8m0.000000001s" },
    { nanoseconds: 3_600_000_000_000n, text: "1h0m0s" },
    { nanoseconds: 9223372036854775807n, text: "2562047h47m16.854775807s" },
    { nanoseconds: -9223372036854775808n, text: "-2562047h47m16.854775808s" },
  ])("$text", ({ nanoseconds, text }) => {
    expect(printGoDuration(nanoseconds)).toBe(text);
  });
});
