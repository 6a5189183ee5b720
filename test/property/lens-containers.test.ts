import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { conversionRegistry } from "../../lib/conversion/registry.ts";
import type { Conversion } from "../../lib/converter/converter.ts";
import { objectValidators } from "../../lib/crd/validator/object-validators.ts";
import { deepFreeze } from "../../lib/json/deep-freeze.ts";
import { equal } from "../../lib/json/equal.ts";
import { assertDefined } from "../../lib/json/invariant.ts";
import { isEmptyMap, isObject, type JsonObject } from "../../lib/json/value.ts";
import { analyzeLens } from "../../lib/lens/check/analyze-lens.ts";
import { type LensEdge, lensEdge } from "../../lib/lens/edge/edge.ts";
import { declaresValue } from "../../lib/lens/language/schema-node.ts";
import { type ConversionRun, unparsable } from "../../lib/lens/ops/codec.ts";
import { newRun } from "../../lib/lens/ops/run-state.ts";
import { scopeLens } from "../../lib/lens/place/scope-lens.ts";
import type { RuleScope } from "../../lib/lens/place/scoped-lens.ts";
import { type LensKind, lensEngine } from "../../lib/lens/run/engine.ts";
import { structuralForm } from "../../lib/schema/structural/form.ts";
import type { Structural } from "../../lib/schema/structural/structural.ts";
import { allowance } from "../support/allowance.ts";
import { differenceOf, parsedResult, splicedResult } from "../support/both-paths.ts";
import {
  type ContainerLens,
  containerBody,
  containerLens,
} from "../support/container-arbitraries.ts";
import { tries } from "../support/tries.ts";

const runs = { numRuns: tries({ test: 160, deep: 6_000 }) };
const ways = ["forward", "backward"] as const;
type Way = (typeof ways)[number];

const sound = containerLens.filter(({ data }) => scopeLens(data).faults.length === 0);

/** True for a lens that compiles but for narrowings. */
function compiles({ data, schemas }: ContainerLens): boolean {
  const node = (version: string): Structural => structuralForm(schemas[version] ?? {});
  const versions = { ...data, schemas: { from: node("v1"), to: node("v2") } };
  return !analyzeLens(versions, data).faults.some(
    ({ code, severity }) => severity === "error" && code !== "E106" && code !== "E107",
  );
}

/** True for a lens that {@link compiles}, without rules that claim a place within another rule's value, of which a third rule may take part. */
function isWellBehavedLens(lens: ContainerLens): boolean {
  return compiles(lens) && !excludesAny(scopeLens(lens.data).root);
}

function excludesAny({ rules }: RuleScope): boolean {
  return rules.some(
    ({ action }) => action.type === "excluded" || ("inner" in action && excludesAny(action.inner)),
  );
}

function kindOf({ schemas }: ContainerLens): LensKind {
  return { group: "example.com", schemaOf: (version) => schemas[version] };
}

/** True for a body that its own version's schema takes as it is. */
function isTaken({ schemas }: ContainerLens, way: Way, body: JsonObject): boolean {
  const schema = assertDefined(
    schemas[way === "forward" ? "v1" : "v2"],
    "both versions have a schema",
  );
  const faults = objectValidators.of(schema)?.everyFault(body);
  return faults?.length === 0 && declaresValue(structuralForm(schema), body);
}

/** Both pure directions, the given one first; an image that is not a map is undefined. */
function passes(lens: ContainerLens, way: Way) {
  const { compiled } = lensEngine(kindOf(lens), lens.data);
  const [there, back] = way === "forward" ? ways : ways.toReversed();
  const pass =
    (direction: Way | undefined) =>
    (
      body: JsonObject,
      run: ConversionRun = newRun(anonymous, allowance()),
    ): JsonObject | undefined => {
      const image = compiled[direction ?? way](deepFreeze(body), run);
      return image !== unparsable && isObject(image) ? image : undefined;
    };
  return { there: pass(there), back: pass(back) };
}

const anonymous = { name: undefined, namespace: undefined };

function converted(edge: LensEdge, way: Way, from: Conversion): Conversion {
  const source = { labels: {}, annotations: {}, ...from, ...anonymous };
  const result = edge[way](deepFreeze(source), allowance());
  if (!result.ok) throw new Error(JSON.stringify(result));
  const { remarks: _, ...conversion } = result.value;
  return conversion;
}

/** An object's conversion without parsing it whole, and with; undefined where it has to be parsed. */
function bothAnswers(lens: ContainerLens, way: Way, body: JsonObject) {
  const kind = { ...kindOf(lens), kind: "Any" };
  const kinds = [{ ...kind, versions: ["v1", "v2"], edges: [lensEdge(kind, lens.data)] }];
  const served = { kinds, registry: conversionRegistry(kinds) };
  const [from, to] = way === "forward" ? ["v1", "v2"] : ["v2", "v1"];
  const object = {
    apiVersion: `example.com/${from}`,
    kind: "Any",
    metadata: { name: "n" },
    ...body,
  };
  const request = { uid: "u", desiredAPIVersion: `example.com/${to}`, objects: [object] };
  const apiVersion = "apiextensions.k8s.io/v1";
  const review = JSON.stringify({ apiVersion, kind: "ConversionReview", request });
  const spliced = splicedResult(served, review);
  return spliced && { spliced, parsed: parsedResult(served, review) };
}

describe.each(ways)("containers of any two schemas, %s", (way) => {
  test("values that are not marked as inexact come back", () => {
    fc.assert(
      fc.property(sound, containerBody, (lens, body) => {
        const { there, back } = passes(lens, way);
        const run = newRun(anonymous, allowance());
        const image = there(body, run);
        if (image === undefined || run.isInexact) return;
        expect(back(image)).toEqual(body);
      }),
      runs,
    );
  });

  test("converting there, back and there again gives the same as converting once", () => {
    fc.assert(
      fc.property(sound, containerBody, (lens, body) => {
        // A quarter of the lenses is well-behaved; runs are counted of these.
        fc.pre(isWellBehavedLens(lens));
        const { there, back } = passes(lens, way);
        const image = there(body);
        const returned = image && back(image);
        expect(returned && there(returned)).toEqual(image);
      }),
      runs,
    );
  });

  test("a body that its schema accepts comes back exactly; of any other body, a value may be held back", () => {
    fc.assert(
      fc.property(sound, containerBody, (lens, body) => {
        const edge = lensEdge(kindOf(lens), lens.data);
        const other = way === "forward" ? "backward" : "forward";
        const returned = converted(edge, other, converted(edge, way, { body }));
        const isExact = equal(returned.body, body);
        if (!isExact) expect(isTaken(lens, way, body) && compiles(lens)).toBe(false);
        expect(isEmptyMap(returned.annotations ?? {})).toBe(isExact);
      }),
      runs,
    );
  });

  test("a copy-through conversion gives the same result", () => {
    fc.assert(
      fc.property(sound, containerBody, (lens, body) => {
        const answers = bothAnswers(lens, way, body);
        fc.pre(answers !== undefined);
        expect(differenceOf(answers.spliced, answers.parsed)).toBeUndefined();
      }),
      { numRuns: tries({ test: 160, deep: 6_000 }) },
    );
  });
});
