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
    image: unknown;
    returned: unknown;
  }>([
    { rule: seconds, from: "600s", image: 600, returned: "10m0s" },
    { rule: seconds, from: "300s", image: 300, returned: "5m0s" },
    { rule: seconds, from: "1.5s", image: 1, returned: "1s" },
    { rule: seconds, from: "-1.5s", image: -1, returned: "-1s" },
    { rule: seconds, from: "0s", image: 0, returned: "0s" },
    { rule: seconds, from: "0", image: 0, returned: "0s" },
    { rule: seconds, from: "-0", image: 0, returned: "0s" },
    { rule: seconds, from: "+1h", image: 3600, returned: "1h0m0s" },
    { rule: seconds, from: "1h1m1.9s", image: 3661, returned: "1h1m1s" },
    { rule: { ...seconds, round: "up" }, from: "1.1s", image: 2, returned: "2s" },
    { rule: { ...seconds, round: "up" }, from: "-1.1s", image: -2, returned: "-2s" },
    { rule: { ...seconds, round: "nearest" }, from: "1.4s", image: 1, returned: "1s" },
    { rule: { ...seconds, round: "nearest" }, from: "1.5s", image: 2, returned: "2s" },
    { rule: { ...seconds, round: "nearest" }, from: "-1.5s", image: -2, returned: "-2s" },
    { rule: { unit: "m" }, from: "90s", image: 1, returned: "1m0s" },
    { rule: { unit: "h" }, from: "1.5h", image: 1, returned: "1h0m0s" },
    { rule: { unit: "ms" }, from: "1.5\u00b5s", image: 0, returned: "0s" },
    { rule: { unit: "us" }, from: "1.5ms", image: 1500, returned: "1.5ms" },
    { rule: nanoseconds, from: "1\u03bcs", image: 1000, returned: "1\u00b5s" },
    { rule: nanoseconds, from: "1\u00b5s1us", image: 2000, returned: "2\u00b5s" },
    { rule: nanoseconds, from: "1.s.5s", image: 1_500_000_000, returned: "1.5s" },
    {
      rule: nanoseconds,
      from: "2562047h47m16.854775807s",
      image: 9223372036854775807n,
      returned: "2562047h47m16.854775807s",
    },
    {
      rule: nanoseconds,
      from: "-9223372036854775808ns",
      image: -9223372036854775808n,
      returned: "-2562047h47m16.854775808s",
    },
    {
      rule: nanoseconds,
      from: "9007199254740993ns",
      image: 9007199254740993n,
      returned: "2501h59m59.254740993s",
    },
  ])("$from in $rule.unit", ({ rule, from, image, returned }) => {
    expect(both(durationCodec(rule), "forward", from)).toEqual({ image, returned });
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
  ])("$from can't be parsed", ({ from }) => {
    expect(both(durationCodec(nanoseconds), "forward", from).image).toBe("unparsable");
  });

  test("a value that rounds beyond 64 bits can't be parsed: it would not come back", () => {
    const rule = { unit: "h", round: "up" } as const;
    expect(both(durationCodec(rule), "forward", "2562047h47m").image).toBe("unparsable");
  });

  test.each<{ from: JsonValue; image: unknown }>([
    { from: 600, image: "10m0s" },
    { from: -90, image: "-1m30s" },
    { from: 2 ** 33, image: "2386092h56m32s" },
    { from: 1.5, image: "unparsable" },
    { from: "600", image: "unparsable" },
    { from: 9223372036854775807n, image: "unparsable" },
    { from: 1e300, image: "unparsable" },
  ])("$from seconds", ({ from, image }) => {
    expect(both(durationCodec(seconds), "backward", from).image).toBe(image);
  });
});
