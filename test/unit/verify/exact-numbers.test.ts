import { describe, expect, test } from "vitest";
import type { Converter } from "../../../lib/converter/converter.ts";
import type { CrdVersion } from "../../../lib/crd/crd-facts.ts";
import { equal } from "../../../lib/json/equal.ts";
import { ok } from "../../../lib/json/result.ts";
import { isArray, isObject, type JsonValue } from "../../../lib/json/value.ts";
import { defineKind, type Kind } from "../../../lib/kind/kind.ts";
import { checkKind } from "../../../lib/verify/check-kind.ts";
import { asItIs } from "../../support/faulty-kinds.ts";

/** A value as a program has it that holds every number as float64. */
function asFloat64(value: JsonValue): JsonValue {
  if (typeof value === "bigint") return Number(value);
  if (isArray(value)) return value.map(asFloat64);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asFloat64(item)]));
}

const throughFloat64: Converter = ({ body }) => {
  const rounded = asFloat64(body);
  return ok({ body: isObject(rounded) ? rounded : body });
};

function version(name: string): CrdVersion {
  const spec = { type: "object", properties: { big: { type: "integer", format: "int64" } } };
  const schema = { type: "object", properties: { spec } };
  return { name, served: true, storage: name === "v1", schema };
}

function kindOf(forward: Converter, backward: Converter): Kind {
  return defineKind({
    crd: {
      group: "example.org",
      kind: "Gadget",
      plural: "gadgets",
      scope: "Namespaced",
      versions: [version("v1"), version("v2")],
    },
    edges: [{ from: "v1", to: "v2", forward, backward }],
  });
}

const runs = 300;

describe("checkKind on a conversion that rounds integers to float64", () => {
  test.each([
    { name: "on the way over", kind: kindOf(throughFloat64, asItIs) },
    { name: "on the way back", kind: kindOf(asItIs, throughFloat64) },
    {
      name: "on both ways, so that both results agree",
      kind: kindOf(throughFloat64, throughFloat64),
    },
  ])("finds the damaged number: $name", async ({ kind }) => {
    const report = await checkKind(kind, { runs, only: ["round-trip"] });
    expect(report.passed).toBe(false);
    expect(report.laws.find(({ passed }) => !passed)?.failure?.before).toMatchObject({
      spec: { big: expect.any(BigInt) },
    });
  });

  test("passes a conversion that does not round", async () => {
    const report = await checkKind(kindOf(asItIs, asItIs), { runs, only: ["round-trip"] });
    expect(report.passed).toBe(true);
  });
});

describe("equal", () => {
  test("distinguishes 2^53+1 from its float64", () => {
    expect(equal({ big: 9007199254740993n }, asFloat64({ big: 9007199254740993n }))).toBe(false);
  });
});
