import { describe, expect, test } from "vitest";
import { Float, type JsonValue } from "../../../../lib/json/value.ts";
import { quantityCodec } from "../../../../lib/lens/ops/quantity/codec.ts";
import { both } from "../../../support/lens-run.ts";

describe("quantityCodec", () => {
  test.each<{ scale: string; from: JsonValue; there: unknown; home: unknown }>([
    { scale: "", from: "1", there: 1, home: "1" },
    { scale: "", from: 1, there: 1, home: "1" },
    { scale: "", from: 1.5, there: 2, home: "2" },
    { scale: "m", from: new Float("1.50"), there: 1500, home: "1500m" },
    {
      scale: "",
      from: 9223372036854775807n,
      there: 9223372036854775807n,
      home: "9223372036854775807",
    },
    { scale: "", from: "0.0", there: 0, home: "0" },
    { scale: "", from: "1Gi", there: 1073741824, home: "1073741824" },
    { scale: "", from: "1e3", there: 1000, home: "1k" },
    { scale: "", from: "1E3", there: 1000, home: "1k" },
    { scale: "", from: "1E", there: 10n ** 18n, home: "1E" },
    { scale: "", from: "+.5e+1", there: 5, home: "5" },
    { scale: "", from: "1.", there: 1, home: "1" },
    { scale: "", from: "1.1", there: 2, home: "2" },
    { scale: "", from: "-1.1", there: -2, home: "-2" },
    { scale: "", from: "1e-99", there: 1, home: "1" },
    { scale: "", from: "0e999999999", there: 0, home: "0" },
    { scale: "m", from: "1.5", there: 1500, home: "1500m" },
    { scale: "m", from: "100m", there: 100, home: "100m" },
    { scale: "m", from: "2", there: 2000, home: "2" },
    { scale: "n", from: "0.1n", there: 1, home: "1n" },
    { scale: "k", from: "1M", there: 1000, home: "1M" },
    { scale: "Ki", from: "1.5Gi", there: 1572864, home: "1536Mi" },
    { scale: "Mi", from: "1.5Gi", there: 1536, home: "1536Mi" },
    { scale: "Mi", from: "1000Mi", there: 1000, home: "1000Mi" },
    { scale: "Mi", from: "1024Mi", there: 1024, home: "1Gi" },
    { scale: "Ei", from: "16Ei", there: 16, home: "16Ei" },
    { scale: "Ei", from: "2048Ei", there: 2048, home: "2048Ei" },
    { scale: "Ei", from: "1Ki", there: 1, home: "1Ei" },
  ])("$from in units of '$scale'", ({ scale, from, there, home }) => {
    expect(both(quantityCodec({ scale }), "forward", from)).toEqual({ there, home });
  });

  test.each<{ from: JsonValue }>([
    { from: "" },
    { from: "+" },
    { from: "." },
    { from: "Ki" },
    { from: "1K" },
    { from: "1ki" },
    { from: "1e" },
    { from: "1ee3" },
    { from: "1 Gi" },
    { from: " 1" },
    { from: "1..2" },
    { from: "1e1.5" },
    { from: "1mi" },
    { from: "1e999999999" },
    { from: "1e-99999999999" },
    { from: "9223372036854775808" },
    { from: true },
    { from: {} },
    { from: "0x1" },
  ])("$from cannot be parsed", ({ from }) => {
    expect(both(quantityCodec({ scale: "" }), "forward", from).there).toBe("unparsable");
  });

  test("all digits of a long fraction count", () => {
    const scale = { scale: "" };
    expect(both(quantityCodec(scale), "forward", `1.${"0".repeat(500)}1`).there).toBe(2);
    expect(both(quantityCodec(scale), "forward", `1.${"0".repeat(500)}`).there).toBe(1);
  });

  test.each<{ scale: string; from: JsonValue; there: unknown }>([
    { scale: "", from: 0, there: "0" },
    { scale: "", from: 1500, there: "1500" },
    { scale: "", from: -2000, there: "-2k" },
    { scale: "E", from: 5000, there: "5000E" },
    { scale: "Mi", from: 1.5, there: "unparsable" },
    { scale: "Mi", from: "1", there: "unparsable" },
    { scale: "Mi", from: 1e30, there: "unparsable" },
  ])("$from of '$scale' as text", ({ scale, from, there }) => {
    expect(both(quantityCodec({ scale }), "backward", from).there).toBe(there);
  });

  test("a scale that is not a suffix throws", () => {
    expect(() => quantityCodec({ scale: "K" })).toThrow(RangeError);
  });
});
