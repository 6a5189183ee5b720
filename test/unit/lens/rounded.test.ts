import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseGoDuration } from "../../../lib/go/duration.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { DurationRule, QuantityRule, RuleData } from "../../../lib/lens/language/rule.ts";
import { unparsable } from "../../../lib/lens/ops/codec.ts";
import { durationCodec } from "../../../lib/lens/ops/duration/codec.ts";
import { quantityCodec } from "../../../lib/lens/ops/quantity/codec.ts";
import { parseQuantity } from "../../../lib/lens/ops/quantity/quantity-text.ts";
import { allowance } from "../../support/allowance.ts";
import { lensRun } from "../../support/lens-run.ts";

const nano = { base: 10, exponent: -9 } as const;
const size: QuantityRule = { op: "quantity", from: "size", to: "size", scale: "Gi" };
const time: DurationRule = { op: "duration", from: "time", to: "time", unit: "m" };

/** The rounded and unparsed paths that a lens reports for a spec. */
function remarksOf(rules: readonly RuleData[], spec: JsonObject, lenses = {}) {
  const kind = { group: "example.com", schemaOf: () => undefined };
  const edge = lensEdge(kind, { from: "v1", to: "v2", rules, lenses });
  const source = {
    body: { spec },
    labels: {},
    annotations: {},
    name: undefined,
    namespace: undefined,
  };
  const result = edge.forward(source, allowance());
  const sparse = Object.hasOwn(edge.forward, "sparse")
    ? edge.forward.sparse?.convert({ spec }, allowance())
    : undefined;
  const { remarks } = result.ok ? result.value : { remarks: undefined };
  return { unparsed: remarks?.unparsed ?? [], rounded: remarks?.rounded ?? [], sparse };
}

describe("rounded values are reported", () => {
  test("a duration, if and only if its image is another length of time", () => {
    const part = fc.tuple(fc.nat(5000), fc.constantFrom("h", "m", "s", "ms", "us", "ns"));
    const texts = fc.array(part, { minLength: 1, maxLength: 3 });
    const units = fc.constantFrom("h", "m", "s", "ms", "us", "ns" as const);
    const rounds = fc.constantFrom("zero", "up", "nearest" as const);
    fc.assert(
      fc.property(texts, fc.boolean(), units, rounds, (parts, isNegative, unit, round) => {
        const value = (isNegative ? "-" : "") + parts.map(([n, own]) => `${n}${own}`).join("");
        const codec = durationCodec({ unit, round });
        const run = lensRun();
        const image = codec.forward(value, run);
        const returned =
          image === unparsable || image === undefined
            ? undefined
            : codec.backward(image, lensRun());
        const isSame =
          typeof returned === "string" && parseGoDuration(returned) === parseGoDuration(value);
        expect(run.rounded).toEqual(isSame ? [] : [""]);
      }),
      { numRuns: 2_000 },
    );
  });

  test("a quantity, if and only if its image is another amount", () => {
    const digits = fc.tuple(fc.nat(99_999), fc.option(fc.nat(99_999), { nil: undefined }));
    const suffixes = fc.constantFrom("", "m", "k", "M", "Ki", "Mi", "Gi", "e2", "e-3");
    const scales = fc.constantFrom("m", "", "k", "M", "Ki", "Mi");
    fc.assert(
      fc.property(
        digits,
        suffixes,
        fc.boolean(),
        scales,
        ([whole, fraction], suffix, isNegative, scale) => {
          const number = fraction === undefined ? `${whole}` : `${whole}.${fraction}`;
          const value = `${isNegative ? "-" : ""}${number}${suffix}`;
          const codec = quantityCodec({ scale });
          const run = lensRun();
          const image = codec.forward(value, run);
          const returned =
            image === unparsable || image === undefined
              ? undefined
              : codec.backward(image, lensRun());
          const exact = parseQuantity(`${value}`, nano);
          // In units of 10^-9, the texts of these lengths are integers, so that each difference is found.
          const isSame = typeof returned === "string" && parseQuantity(returned, nano) === exact;
          expect(run.rounded).toEqual(isSame ? [] : [""]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test.each<{ name: string; value: string; rounded: boolean }>([
    { name: "far below the scale", value: "1e-60", rounded: true },
    { name: "zero", value: "0e-60", rounded: false },
    { name: "more digits than are compared", value: `1.${"0".repeat(200)}1`, rounded: true },
    { name: "as many digits that are all zero", value: `1.${"0".repeat(200)}`, rounded: false },
  ])("$name", ({ value, rounded }) => {
    const run = lensRun();
    quantityCodec({ scale: "" }).forward(value, run);
    expect(run.rounded).toEqual(rounded ? [""] : []);
  });

  const spec = (rule: QuantityRule | DurationRule, from: string, to = from): RuleData => ({
    ...rule,
    from,
    to,
  });
  test.each<{
    name: string;
    rules: readonly RuleData[];
    lenses?: Record<string, readonly RuleData[]>;
    spec: JsonObject;
    rounded: readonly string[];
    unparsed?: readonly string[];
  }>([
    {
      name: "by their path",
      rules: [spec(size, "spec.a", "spec.b"), spec(time, "spec.t")],
      spec: { a: "1.5Gi", t: "90s" },
      rounded: ["spec.a", "spec.t"],
    },
    {
      name: "not if nothing is lost",
      rules: [spec(size, "spec.a"), spec(time, "spec.t")],
      spec: { a: "2Gi", t: "1m0s" },
      rounded: [],
    },
    {
      name: "in items of a list",
      rules: [{ op: "each", from: "spec.list", to: "spec.list", rules: [size] }],
      spec: { list: [{ size: "1Gi" }, { size: "1" }] },
      rounded: ["spec.list[1].size"],
    },
    {
      name: "in values of a map",
      rules: [{ op: "each", from: "spec.map{}", to: "spec.map{}", rules: [size] }],
      spec: { map: { "a.b": { size: "1" }, c: { size: "1Gi" } } },
      rounded: ['spec.map["a.b"].size'],
    },
    {
      name: "in a named lens",
      rules: [{ op: "include", from: "spec.in", to: "spec.out", lens: "inner" }],
      lenses: { inner: [size] },
      spec: { in: { size: "1" } },
      rounded: ["spec.in.size"],
    },
    {
      name: "in the inner rules of an op",
      rules: [{ op: "keyed", from: "spec.map", to: "spec.list", key: "name", rules: [size, time] }],
      spec: { map: { a: { size: "1", time: "x" } } },
      rounded: ["spec.map.a.size"],
      unparsed: ["spec.map.a.time"],
    },
    {
      name: "by the source that was chosen from several",
      rules: [
        {
          op: "first",
          from: ["spec.a", { op: "quantity", path: "spec.b", scale: "Gi" }],
          to: "spec.c",
        },
      ],
      spec: { b: "1" },
      rounded: ["spec.b"],
    },
    {
      name: "at most ten",
      rules: [{ op: "each", from: "spec.list", to: "spec.list", rules: [size] }],
      spec: { list: Array.from({ length: 30 }, () => ({ size: "1" })) },
      rounded: Array.from({ length: 10 }, (_, index) => `spec.list[${index}].size`),
    },
    {
      name: "not in a list that can't be parsed",
      rules: [
        { op: "single", from: "spec.list", to: "spec.one", rules: [size] },
        spec(size, "spec.a"),
      ],
      spec: { list: [{ size: "1" }, { size: "1" }], a: "1" },
      rounded: ["spec.a"],
      unparsed: ["spec.list"],
    },
  ])("$name", ({ rules, lenses, spec: given, rounded, unparsed = [] }) => {
    const said = remarksOf(rules, given, lenses);
    expect(said).toMatchObject({ rounded, unparsed });
    expect(said.sparse === undefined).toBe(rounded.length + unparsed.length > 0);
  });
});
