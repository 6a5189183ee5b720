import { describe, expect, test } from "vitest";
import { Float, type JsonValue } from "../../../../lib/json/value.ts";
import { InvalidLens } from "../../../../lib/lens/language/invalid-lens.ts";
import { quantityCodec } from "../../../../lib/lens/ops/quantity/codec.ts";
import { both } from "../../../support/lens-run.ts";

describe("quantityCodec", () => {
  test.each<{ scale: string; from: JsonValue; image: unknown; returned: unknown }>([
    { scale: "", from: "1", image: 1, returned: "1" },
    { scale: "", from: 1, image: 1, returned: "1" },
    { scale: "", from: 1.5, image: 2, returned: "2" },
    { scale: "m", from: new Float("1.50"), image: 1500, returned: "1500m" },
    {
      scale: "",
      from: 9223372036854775807n,
      image: 9223372036854775807n,
      returned: "9223372036854775807",
    },
    { scale: "", from: "0.0", image: 0, returned: "0" },
    { scale: "", from: "1Gi", image: 1073741824, returned: "1073741824" },
    { scale: "", from: "1e3", image: 1000, returned: "1k" },
    { scale: "", from: "1E3", image: 1000, returned: "1k" },
    { scale: "", from: "1E", image: 10n ** 18n, returned: "1E" },
    { scale: "", from: "+.5e+1", image: 5, returned: "5" },
    { scale: "", from: "1.", image: 1, returned: "1" },
    { scale: "", from: "1.1", image: 2, returned: "2" },
    { scale: "", from: "-1.1", image: -2, returned: "-2" },
    { scale: "", from: "1e-99", image: 1, returned: "1" },
    { scale: "", from: "0e999999999", image: 0, returned: "0" },
    { scale: "m", from: "1.5", image: 1500, returned: "1500m" },
    { scale: "m", from: "100m", image: 100, returned: "100m" },
    { scale: "m", from: "2", image: 2000, returned: "2" },
    { scale: "n", from: "0.1n", image: 1, returned: "1n" },
    { scale: "k", from: "1M", image: 1000, returned: "1M" },
    { scale: "Ki", from: "1.5Gi", image: 1572864, returned: "1536Mi" },
    { scale: "Mi", from: "1.5Gi", image: 1536, returned: "1536Mi" },
    { scale: "Mi", from: "1000Mi", image: 1000, returned: "1000Mi" },
    { scale: "Mi", from: "1024Mi", image: 1024, returned: "1Gi" },
    { scale: "Ei", from: "16Ei", image: 16, returned: "16Ei" },
    { scale: "Ei", from: "2048Ei", image: 2048, returned: "2048Ei" },
    { scale: "Ei", from: "1Ki", image: 1, returned: "1Ei" },
  ])("$from in units of '$scale'", ({ scale, from, image, returned }) => {
    expect(both(quantityCodec({ scale }), "forward", from)).toEqual({ image, returned });
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
  ])("$from can't be parsed", ({ from }) => {
    expect(both(quantityCodec({ scale: "" }), "forward", from).image).toBe("unparsable");
  });

  test("all digits of a long fraction count", () => {
    const scale = { scale: "" };
    expect(both(quantityCodec(scale), "forward", `1.${"0".repeat(500)}1`).image).toBe(2);
    expect(both(quantityCodec(scale), "forward", `1.${"0".repeat(500)}`).image).toBe(1);
  });

  test.each<{ scale: string; from: JsonValue; image: unknown }>([
    { scale: "", from: 0, image: "0" },
    { scale: "", from: 1500, image: "1500" },
    { scale: "", from: -2000, image: "-2k" },
    { scale: "E", from: 5000, image: "5000E" },
    { scale: "Mi", from: 1.5, image: "unparsable" },
    { scale: "Mi", from: "1", image: "unparsable" },
    { scale: "Mi", from: 1e30, image: "unparsable" },
  ])("$from of '$scale' as text", ({ scale, from, image }) => {
    expect(both(quantityCodec({ scale }), "backward", from).image).toBe(image);
  });

  test("a scale that is not a suffix throws", () => {
    expect(() => quantityCodec({ scale: "K" })).toThrow(InvalidLens);
  });
});
