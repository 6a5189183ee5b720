import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../../lib/json/value.ts";
import { clampOf, integerBounds, unclamped } from "../../../../lib/lens/ops/bounds.ts";
import { convertCodec } from "../../../../lib/lens/ops/convert/codec.ts";
import { durationCodec } from "../../../../lib/lens/ops/duration/codec.ts";
import { quantityCodec } from "../../../../lib/lens/ops/quantity/codec.ts";
import { structuralForm } from "../../../../lib/schema/structural/form.ts";
import { both, lensRun } from "../../../support/lens-run.ts";

const nodeOf = (schema: JsonObject) => structuralForm({ type: "integer", ...schema });
const clampTo = (schema: JsonObject) => clampOf({ clamp: true }, nodeOf(schema));

describe("integerBounds", () => {
  test.each<{ schema: JsonObject; least: bigint; most: bigint }>([
    { schema: {}, least: -(2n ** 63n), most: 2n ** 63n - 1n },
    { schema: { format: "int32" }, least: -(2n ** 31n), most: 2n ** 31n - 1n },
    { schema: { minimum: 1, maximum: 9 }, least: 1n, most: 9n },
    { schema: { minimum: 0.5, maximum: 8.5 }, least: 1n, most: 8n },
    {
      schema: { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
      least: 2n,
      most: 8n,
    },
    {
      schema: { minimum: 0.5, exclusiveMinimum: true, maximum: 8.5, exclusiveMaximum: true },
      least: 1n,
      most: 8n,
    },
    { schema: { format: "int32", minimum: -1e30 }, least: -(2n ** 31n), most: 2n ** 31n - 1n },
  ])("of $schema", ({ schema, least, most }) => {
    expect(integerBounds(nodeOf(schema))).toEqual({ least, most });
  });

  test("a schema that allows no integer does not change a value", () => {
    expect(clampTo({ minimum: 5, maximum: 1 })).toBe(unclamped);
    expect(clampOf({}, nodeOf({ maximum: 1 }))).toBe(unclamped);
  });
});

const int32 = clampTo({ format: "int32" });
const port = clampTo({ minimum: 1, maximum: 65_535 });

describe("with clamp", () => {
  test.each<{ name: string; from: JsonValue; image: unknown; returned: unknown }>([
    { name: "596524h", from: "596524h", image: 2147483647, returned: "596523h14m7s" },
    { name: "-596524h", from: "-596524h", image: -2147483648, returned: "-596523h14m8s" },
    { name: "within", from: "90s", image: 90, returned: "1m30s" },
  ])("a duration: $name", ({ from, image, returned }) => {
    expect(both(durationCodec({ unit: "s" }, int32), "forward", from)).toEqual({ image, returned });
  });

  test.each<{ from: JsonValue; image: unknown; returned: unknown }>([
    { from: "8Gi", image: 2147483647, returned: "2147483647" },
    { from: "1e38", image: 2147483647, returned: "2147483647" },
    { from: "1Ki", image: 1024, returned: "1024" },
  ])("a quantity: $from", ({ from, image, returned }) => {
    expect(both(quantityCodec({ scale: "" }, int32), "forward", from)).toEqual({ image, returned });
  });

  test.each<{ from: JsonValue; image: unknown; returned: unknown }>([
    { from: "70000", image: 65_535, returned: "65535" },
    { from: "0", image: 1, returned: "1" },
    { from: "99999999999999999999", image: 65_535, returned: "65535" },
    { from: "80", image: 80, returned: "80" },
    { from: "080", image: "unparsable", returned: "unparsable" },
    { from: "http", image: "unparsable", returned: "unparsable" },
  ])("a text: $from", ({ from, image, returned }) => {
    const clamps = { from: unclamped, to: port };
    const codec = convertCodec({ types: ["string", "integer"], clamps });
    expect(both(codec, "forward", from)).toEqual({ image, returned });
  });

  test("a clamped value is reported as rounded", () => {
    const run = lensRun();
    durationCodec({ unit: "s" }, int32).forward("596524h", run);
    expect(run.rounded).toEqual([""]);
  });
});
