import { describe, expect, test } from "vitest";
import { Float, type JsonValue } from "../../../../lib/json/value.ts";
import type { ScalarType } from "../../../../lib/lens/language/rule.ts";
import { convertCodec } from "../../../../lib/lens/ops/convert/codec.ts";
import { labelCodec } from "../../../../lib/lens/ops/label/codec.ts";
import { notCodec } from "../../../../lib/lens/ops/not/codec.ts";
import { optionalCodec } from "../../../../lib/lens/ops/optional/codec.ts";
import { both } from "../../../support/lens-run.ts";

describe("notCodec", () => {
  test.each<{ from: JsonValue; there: unknown; home: unknown }>([
    { from: true, there: false, home: true },
    { from: false, there: true, home: false },
    { from: "true", there: "unreadable", home: "unreadable" },
    { from: 0, there: "unreadable", home: "unreadable" },
    { from: [], there: "unreadable", home: "unreadable" },
  ])("not $from", ({ from, there, home }) => {
    expect(both(notCodec(), "forward", from)).toEqual({ there, home });
    expect(both(notCodec(), "backward", from)).toEqual({ there, home });
  });
});

describe("optionalCodec", () => {
  test.each<{ absent: JsonValue; from: JsonValue; there: unknown }>([
    { absent: false, from: false, there: undefined },
    { absent: false, from: true, there: true },
    { absent: 0, from: false, there: false },
    { absent: {}, from: {}, there: undefined },
    { absent: "", from: [], there: [] },
  ])("$from where absence means $absent", ({ absent, from, there }) => {
    expect(both(optionalCodec({ absent }), "forward", from)).toEqual({ there, home: there });
    expect(both(optionalCodec({ absent }), "backward", from)).toEqual({ there, home: there });
  });
});

describe("labelCodec", () => {
  test.each<{ op: "label" | "annotation"; from: JsonValue; there: unknown }>([
    { op: "label", from: "a.b-c", there: "a.b-c" },
    { op: "label", from: "", there: "" },
    { op: "label", from: "a b", there: "unreadable" },
    { op: "label", from: "a".repeat(64), there: "unreadable" },
    { op: "label", from: 1, there: "unreadable" },
    { op: "annotation", from: "a b", there: "a b" },
    { op: "annotation", from: true, there: "unreadable" },
  ])("$op $from", ({ op, from, there }) => {
    expect(both(labelCodec({ op }), "forward", from).there).toBe(there);
    expect(both(labelCodec({ op }), "backward", from).there).toBe(there);
  });
});

describe("convertCodec", () => {
  test.each<{ to: ScalarType; from: JsonValue; there: unknown }>([
    { to: "integer", from: "80", there: 80 },
    { to: "integer", from: "-1", there: -1 },
    { to: "integer", from: "0", there: 0 },
    { to: "integer", from: "9223372036854775807", there: 9223372036854775807n },
    { to: "integer", from: "9223372036854775808", there: "unreadable" },
    { to: "integer", from: "007", there: "unreadable" },
    { to: "integer", from: "-0", there: "unreadable" },
    { to: "integer", from: "1e3", there: "unreadable" },
    { to: "integer", from: "1.0", there: "unreadable" },
    { to: "integer", from: "+1", there: "unreadable" },
    { to: "integer", from: " 1", there: "unreadable" },
    { to: "integer", from: "", there: "unreadable" },
    { to: "integer", from: 80, there: "unreadable" },
    { to: "number", from: "0.5", there: 0.5 },
    { to: "number", from: "1e-7", there: 1e-7 },
    { to: "number", from: "1e+21", there: 1e21 },
    { to: "number", from: "1e3", there: "unreadable" },
    { to: "number", from: "0.10", there: "unreadable" },
    { to: "number", from: "0.1000000000000000055", there: "unreadable" },
    { to: "number", from: "NaN", there: "unreadable" },
    { to: "number", from: "1e400", there: "unreadable" },
    { to: "number", from: "9".repeat(1000), there: "unreadable" },
    { to: "boolean", from: "true", there: true },
    { to: "boolean", from: "false", there: false },
    { to: "boolean", from: "True", there: "unreadable" },
    { to: "boolean", from: "", there: "unreadable" },
    { to: "string", from: "a", there: "a" },
  ])("the text $from as $to, and back", ({ to, from, there }) => {
    const home = there === "unreadable" ? there : from;
    expect(both(convertCodec({ types: ["string", to] }), "forward", from)).toEqual({ there, home });
    expect(both(convertCodec({ types: [to, "string"] }), "backward", from)).toEqual({
      there,
      home,
    });
  });

  test.each<{ from: ScalarType; value: JsonValue; there: unknown }>([
    { from: "integer", value: 9007199254740993n, there: "9007199254740993" },
    { from: "integer", value: -0, there: "0" },
    { from: "integer", value: 1.5, there: "unreadable" },
    { from: "integer", value: 1e20, there: "unreadable" },
    { from: "integer", value: 2 ** 60, there: "1152921504606846976" },
    { from: "number", value: 2 ** 60, there: "1152921504606846976" },
    { from: "number", value: 1.5, there: "1.5" },
    { from: "number", value: 1e20, there: "100000000000000000000" },
    { from: "number", value: new Float("1.50"), there: "1.5" },
    { from: "number", value: new Float("1.0"), there: "1" },
    { from: "number", value: "1", there: "unreadable" },
    { from: "integer", value: new Float("2e0"), there: "2" },
    { from: "boolean", value: 1, there: "unreadable" },
    { from: "string", value: 1, there: "unreadable" },
  ])("the $from $value as text", ({ from, value, there }) => {
    expect(both(convertCodec({ types: [from, "string"] }), "forward", value).there).toBe(there);
  });

  test.each<{ types: readonly [ScalarType, ScalarType]; from: JsonValue; there: unknown }>([
    { types: ["integer", "number"], from: 1, there: 1 },
    { types: ["number", "integer"], from: 1.5, there: "unreadable" },
    { types: ["number", "boolean"], from: 1, there: "unreadable" },
  ])("$types: $from", ({ types, from, there }) => {
    expect(both(convertCodec({ types }), "forward", from).there).toBe(there);
  });
});
