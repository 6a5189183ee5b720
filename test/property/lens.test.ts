import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Conversion, ConverterInput } from "../../lib/converter/converter.ts";
import type { VersionEdge } from "../../lib/converter/convertible-kind.ts";
import { deepFreeze } from "../../lib/json/deep-freeze.ts";
import { equal } from "../../lib/json/equal.ts";
import { isObject, type JsonObject, type JsonValue } from "../../lib/json/value.ts";
import { lensEdge } from "../../lib/lens/edge/edge.ts";
import type { LensData } from "../../lib/lens/language/rule.ts";
import { type ConversionRun, unparsable } from "../../lib/lens/ops/codec.ts";
import { newRun } from "../../lib/lens/ops/run-state.ts";
import { lensEngine } from "../../lib/lens/run/engine.ts";
import { allowance } from "../support/allowance.ts";
import { lens, lensBody, lossless } from "../support/lens-arbitraries.ts";
import { tries } from "../support/tries.ts";

const kind = { group: "example.com", schemaOf: () => undefined };
const runOf = (): ConversionRun => newRun({ name: undefined, namespace: undefined }, allowance());

function convert(edge: VersionEdge, way: "forward" | "backward", from: Conversion): Conversion {
  const source: ConverterInput = {
    labels: {},
    annotations: {},
    ...from,
    name: undefined,
    namespace: undefined,
  };
  const result = edge[way](deepFreeze(source), allowance());
  if (!result.ok || result instanceof Promise) throw new Error(JSON.stringify(result));
  const { remarks: _, ...conversion } = result.value;
  return conversion;
}

/** False if a small text would become a large one: that fails the review. */
function canConvert(edge: VersionEdge, body: JsonObject): boolean {
  const source = { body, labels: {}, annotations: {}, name: undefined, namespace: undefined };
  return edge.backward(source, allowance()).ok;
}

const runs = { numRuns: tries({ test: 160, deep: 6_000 }) };

describe("a lens of any rules, on any body", () => {
  test.each(["forward", "backward"] as const)(
    "%s: an object whose conversion is exact comes back unchanged",
    (way) => {
      fc.assert(
        fc.property(lens, lensBody, (data, object) => {
          const { compiled } = lensEngine(kind, data);
          const [there, back] =
            way === "forward"
              ? [compiled.forward, compiled.backward]
              : [compiled.backward, compiled.forward];
          const run = runOf();
          const image = there(deepFreeze(object), run);
          if (image === unparsable || !isObject(image) || run.isInexact) return;
          const wanted = way === "forward" ? withoutGone(object, data) : object;
          expect(equal(wanted, asValue(back(image, runOf())))).toBe(true);
        }),
        runs,
      );
    },
  );

  test.each(["forward", "backward"] as const)(
    "%s: a returned object converts to the same image again",
    (way) => {
      fc.assert(
        fc.property(lens, lensBody, (data, object) => {
          const { compiled } = lensEngine(kind, data);
          const [there, back] =
            way === "forward"
              ? [compiled.forward, compiled.backward]
              : [compiled.backward, compiled.forward];
          const image = asValue(there(deepFreeze(object), runOf()));
          const returned = asValue(back(deepFreeze(image), runOf()));
          const again = asValue(there(deepFreeze(returned), runOf()));
          expect(again).toEqual(image);
        }),
        runs,
      );
    },
  );

  test("an object that nobody edits comes back completely, without annotations", () => {
    fc.assert(
      fc.property(lossless, lensBody, (data, object) => {
        const edge = lensEdge(kind, data);
        const returned = convert(edge, "backward", convert(edge, "forward", { body: object }));
        expect(equal(returned.body, withoutGone(object, data))).toBe(true);
        expect(returned.annotations).toEqual({});
      }),
      runs,
    );
  });

  test("an edit at the other version stays, and all other values come back", () => {
    fc.assert(
      fc.property(lossless, lensBody, lensBody, (data, object, edited) => {
        const edge = lensEdge(kind, data);
        const down = convert(edge, "forward", { body: object });
        const mixed: JsonObject = { ...down.body, ...edited };
        if (!canConvert(edge, mixed)) return;
        const up = convert(edge, "backward", { ...down, body: mixed });
        const downAgain = convert(edge, "forward", up);
        expect(downAgain.body).toEqual(mixed);
        const upAgain = convert(edge, "backward", downAgain);
        expect(upAgain).toEqual(up);
      }),
      runs,
    );
  });
});

function withoutGone(object: JsonObject, { rules }: LensData): JsonObject {
  const { spec } = object;
  if (!isObject(spec) || !rules.some(({ op }) => op === "drop")) return object;
  const { gone: _, ...rest } = spec;
  return { ...object, spec: rest };
}

function asValue(value: JsonValue | undefined | typeof unparsable): JsonValue {
  return value === undefined || value === unparsable ? null : value;
}
