import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../../lib/json/value.ts";
import type { DurationRule } from "../../../../lib/lens/language/rule.ts";
import { durationCodec } from "../../../../lib/lens/ops/duration/codec.ts";
import { both } from "../../../support/lens-run.ts";

const seconds = { unit: "s" } as const;
const nanoseconds = { unit: "ns" } as const;

describe("durationCodec", () => {
  test.each<{
    rule: Pick<DurationRule, "unit" | "round">;
    from: JsonValue;
    there: unknown;
    home: unknown;
  }>([
    { rule: seconds, from: "600s", there: 600, home: "10m0s" },
    { rule: seconds, from: "300s", there: 300, home: "5m0s" },
    { rule: seconds, from: "1.5s", there: 1, home: "1s" },
    { rule: seconds, from: "-1.5s", there: -1, home: "-1s" },
    { rule: seconds, from: "0s", there: 0, home: "0s" },
    { rule: seconds, from: "0", there: 0, home: "0s" },
    { rule: seconds, from: "-0", there: 0, home: "0s" },
    { rule: seconds, from: "+1h", there: 3600, home: "1h0m0s" },
    { rule: seconds, from: "1h1m1.9s", there: 3661, home: "1h1m1s" },
    { rule: { ...seconds, round: "up" }, from: "1.1s", there: 2, home: "2s" },
    { rule: { ...seconds, round: "up" }, from: "-1.1s", there: -2, home: "-2s" },
    { rule: { ...seconds, round: "nearest" }, from: "1.4s", there: 1, home: "1s" },
    { rule: { ...seconds, round: "nearest" }, from: "1.5s", there: 2, home: "2s" },
    { rule: { ...seconds, round: "nearest" }, from: "-1.5s", there: -2, home: "-2s" },
    { rule: { unit: "m" }, from: "90s", there: 1, home: "1m0s" },
    { rule: { unit: "h" }, from: "1.5h", there: 1, home: "1h0m0s" },
    { rule: { unit: "ms" }, from: "1.5\u00b5s", there: 0, home: "0s" },
    { rule: { unit: "us" }, from: "1.5ms", there: 1500, home: "1.5ms" },
    { rule: nanoseconds, from: "1\u03bcs", there: 1000, home: "1\u00b5s" },
    { rule: nanoseconds, from: "1\u00b5s1us", there: 2000, home: "2\u00b5s" },
    { rule: nanoseconds, from: "1.s.5s", there: 1_500_000_000, home: "1.5s" },
    {
      rule: nanoseconds,
      from: "2562047h47m16.854775807s",
      there: 9223372036854775807n,
      home: "2562047h47m16.854775807s",
    },
    {
      rule: nanoseconds,
      from: "-9223372036854775808ns",
      there: -9223372036854775808n,
      home: "-2562047h47m16.854775808s",
    },
    {
      rule: nanoseconds,
      from: "9007199254740993ns",
      there: 9007199254740993n,
      home: "2501h59m59.254740993s",
    },
  ])("$from in $rule.unit", ({ rule, from, there, home }) => {
    expect(both(durationCodec(rule), "forward", from)).toEqual({ there, home });
  });

  test.each<{ from: JsonValue }>([
    { from: "" },
    { from: "-" },
    { from: "1" },
    { from: "1 s" },
    { from: "s" },
    { from: ".s" },
    { from: "1d" },
    { from: "1S" },
    { from: "1h 1m" },
    { from: "--1s" },
    { from: "1..5s" },
    { from: "1s1" },
    { from: "9223372036854775808ns" },
    { from: "2562047h47m16.854775808s" },
    { from: "99999999999999999999h" },
    { from: 1 },
    { from: ["1s"] },
    { from: true },
  ])("$from cannot be parsed", ({ from }) => {
    expect(both(durationCodec(nanoseconds), "forward", from).there).toBe("unparsable");
  });

  test("a value that rounds beyond 64 bits cannot be parsed: it would not come back", () => {
    const rule = { unit: "h", round: "up" } as const;
    expect(both(durationCodec(rule), "forward", "2562047h47m").there).toBe("unparsable");
  });

  test.each<{ from: JsonValue; there: unknown }>([
    { from: 600, there: "10m0s" },
    { from: -90, there: "-1m30s" },
    { from: 2 ** 33, there: "2386092h56m32s" },
    { from: 1.5, there: "unparsable" },
    { from: "600", there: "unparsable" },
    { from: 9223372036854775807n, there: "unparsable" },
    { from: 1e300, there: "unparsable" },
  ])("$from seconds", ({ from, there }) => {
    expect(both(durationCodec(seconds), "backward", from).there).toBe(there);
  });
});
