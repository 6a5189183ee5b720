import { describe, expect, test } from "vitest";
import { Float, type JsonValue } from "../../../../lib/json/value.ts";
import type { ScalarType } from "../../../../lib/lens/language/rule.ts";
import { convertCodec } from "../../../../lib/lens/ops/convert/codec.ts";
import { both } from "../../../support/lens-run.ts";

describe("convertCodec", () => {
  test.each<{ to: ScalarType; from: JsonValue; there: unknown }>([
    { to: "integer", from: "80", there: 80 },
    { to: "integer", from: "-1", there: -1 },
    { to: "integer", from: "0", there: 0 },
    { to: "integer", from: "9223372036854775807", there: 9223372036854775807n },
    { to: "integer", from: "9223372036854775808", there: "unparsable" },
    { to: "integer", from: "007", there: "unparsable" },
    { to: "integer", from: "-0", there: "unparsable" },
    { to: "integer", from: "1e3", there: "unparsable" },
    { to: "integer", from: "1.0", there: "unparsable" },
    { to: "integer", from: "+1", there: "unparsable" },
    { to: "integer", from: " 1", there: "unparsable" },
    { to: "integer", from: "", there: "unparsable" },
    { to: "integer", from: 80, there: "unparsable" },
    { to: "number", from: "0.5", there: 0.5 },
    { to: "number", from: "1e-7", there: 1e-7 },
    { to: "number", from: "1e+21", there: 1e21 },
    { to: "number", from: "1e3", there: "unparsable" },
    { to: "number", from: "0.10", there: "unparsable" },
    { to: "number", from: "0.1000000000000000055", there: "unparsable" },
    { to: "number", from: "NaN", there: "unparsable" },
    { to: "number", from: "1e400", there: "unparsable" },
    { to: "number", from: "9".repeat(1000), there: "unparsable" },
    { to: "boolean", from: "true", there: true },
    { to: "boolean", from: "false", there: false },
    { to: "boolean", from: "True", there: "unparsable" },
    { to: "boolean", from: "", there: "unparsable" },
    { to: "string", from: "a", there: "a" },
  ])("the text $from as $to and back", ({ to, from, there }) => {
    const home = there === "unparsable" ? there : from;
    expect(both(convertCodec({ types: ["string", to] }), "forward", from)).toEqual({ there, home });
    expect(both(convertCodec({ types: [to, "string"] }), "backward", from)).toEqual({
      there,
      home,
    });
  });

  test.each<{ from: ScalarType; value: JsonValue; there: unknown }>([
    { from: "integer", value: 9007199254740993n, there: "9007199254740993" },
    { from: "integer", value: -0, there: "0" },
    { from: "integer", value: 1.5, there: "unparsable" },
    { from: "integer", value: 1e20, there: "unparsable" },
    { from: "integer", value: 2 ** 60, there: "1152921504606846976" },
    { from: "number", value: 2 ** 60, there: "1152921504606846976" },
    { from: "number", value: 1.5, there: "1.5" },
    { from: "number", value: 1e20, there: "100000000000000000000" },
    { from: "number", value: new Float("1.50"), there: "1.5" },
    { from: "number", value: new Float("1.0"), there: "1" },
    { from: "number", value: "1", there: "unparsable" },
    { from: "integer", value: new Float("2e0"), there: "2" },
    { from: "boolean", value: 1, there: "unparsable" },
    { from: "string", value: 1, there: "unparsable" },
  ])("the $from $value as text", ({ from, value, there }) => {
    expect(both(convertCodec({ types: [from, "string"] }), "forward", value).there).toBe(there);
  });

  test.each<{ types: readonly [ScalarType, ScalarType]; from: JsonValue; there: unknown }>([
    { types: ["integer", "number"], from: 1, there: 1 },
    { types: ["number", "integer"], from: 1.5, there: "unparsable" },
    { types: ["number", "boolean"], from: 1, there: "unparsable" },
  ])("$types: $from", ({ types, from, there }) => {
    expect(both(convertCodec({ types }), "forward", from).there).toBe(there);
  });
});
