import { describe, expect, test } from "vitest";
import { Float, type JsonValue } from "../../../../lib/json/value.ts";
import type { ScalarType } from "../../../../lib/lens/language/rule.ts";
import { convertCodec } from "../../../../lib/lens/ops/convert/codec.ts";
import { both } from "../../../support/lens-run.ts";

describe("convertCodec", () => {
  test.each<{ to: ScalarType; from: JsonValue; image: unknown }>([
    { to: "integer", from: "80", image: 80 },
    { to: "integer", from: "-1", image: -1 },
    { to: "integer", from: "0", image: 0 },
    { to: "integer", from: "9223372036854775807", image: 9223372036854775807n },
    { to: "integer", from: "9223372036854775808", image: "unparsable" },
    { to: "integer", from: "007", image: "unparsable" },
    { to: "integer", from: "-0", image: "unparsable" },
    { to: "integer", from: "1e3", image: "unparsable" },
    { to: "integer", from: "1.0", image: "unparsable" },
    { to: "integer", from: "+1", image: "unparsable" },
    { to: "integer", from: " 1", image: "unparsable" },
    { to: "integer", from: "", image: "unparsable" },
    { to: "integer", from: 80, image: "unparsable" },
    { to: "number", from: "0.5", image: 0.5 },
    { to: "number", from: "1e-7", image: 1e-7 },
    { to: "number", from: "1e+21", image: 1e21 },
    { to: "number", from: "1e3", image: "unparsable" },
    { to: "number", from: "0.10", image: "unparsable" },
    { to: "number", from: "0.1000000000000000055", image: "unparsable" },
    { to: "number", from: "NaN", image: "unparsable" },
    { to: "number", from: "1e400", image: "unparsable" },
    { to: "number", from: "9".repeat(1000), image: "unparsable" },
    { to: "boolean", from: "true", image: true },
    { to: "boolean", from: "false", image: false },
    { to: "boolean", from: "True", image: "unparsable" },
    { to: "boolean", from: "", image: "unparsable" },
    { to: "string", from: "a", image: "a" },
  ])("the text $from as $to and back", ({ to, from, image }) => {
    const returned = image === "unparsable" ? image : from;
    expect(both(convertCodec({ types: ["string", to] }), "forward", from)).toEqual({
      image,
      returned,
    });
    expect(both(convertCodec({ types: [to, "string"] }), "backward", from)).toEqual({
      image,
      returned,
    });
  });

  test.each<{ from: ScalarType; value: JsonValue; image: unknown }>([
    { from: "integer", value: 9007199254740993n, image: "9007199254740993" },
    { from: "integer", value: -0, image: "0" },
    { from: "integer", value: 1.5, image: "unparsable" },
    { from: "integer", value: 1e20, image: "unparsable" },
    { from: "integer", value: 2 ** 60, image: "1152921504606846976" },
    { from: "number", value: 2 ** 60, image: "1152921504606846976" },
    { from: "number", value: 1.5, image: "1.5" },
    { from: "number", value: 1e20, image: "100000000000000000000" },
    { from: "number", value: new Float("1.50"), image: "1.5" },
    { from: "number", value: new Float("1.0"), image: "1" },
    { from: "number", value: "1", image: "unparsable" },
    { from: "integer", value: new Float("2e0"), image: "2" },
    { from: "boolean", value: 1, image: "unparsable" },
    { from: "string", value: 1, image: "unparsable" },
  ])("the $from $value as text", ({ from, value, image }) => {
    expect(both(convertCodec({ types: [from, "string"] }), "forward", value).image).toBe(image);
  });

  test.each<{ types: readonly [ScalarType, ScalarType]; from: JsonValue; image: unknown }>([
    { types: ["integer", "number"], from: 1, image: 1 },
    { types: ["number", "integer"], from: 1.5, image: "unparsable" },
    { types: ["number", "boolean"], from: 1, image: "unparsable" },
  ])("$types: $from", ({ types, from, image }) => {
    expect(both(convertCodec({ types }), "forward", from).image).toBe(image);
  });
});
