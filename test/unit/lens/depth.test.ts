import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { convertObject } from "../../../lib/conversion/convert-object.ts";
import { conversionRegistry } from "../../../lib/conversion/registry.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { LensData, RuleData } from "../../../lib/lens/language/rule.ts";
import { maxLensDepth } from "../../../lib/lens/run/compile.ts";
import { allowance } from "../../support/allowance.ts";

const itself: RuleData = { op: "include", from: ".", to: ".", lens: "tree" };
const keep: RuleData = { op: "keep", from: "k" };

/** Lenses that include themselves. `around` adds one level to an object, `passes` is the number of nested lists of rules for it. */
const trees: readonly {
  readonly name: string;
  readonly rules: readonly RuleData[];
  readonly around: (inner: JsonObject) => JsonObject;
  readonly passes: number;
}[] = [
  {
    name: "include",
    rules: [keep, { op: "include", from: "a", to: "b", lens: "tree" }],
    around: (a) => ({ a, k: 1 }),
    passes: 1,
  },
  {
    name: "each",
    rules: [{ op: "each", from: "l", to: "m", rules: [itself] }],
    around: (inner) => ({ l: [inner] }),
    passes: 2,
  },
  {
    name: "keyed",
    rules: [{ op: "keyed", from: "m", to: "l", key: "name", rules: [itself] }],
    around: (a) => ({ m: { a } }),
    passes: 2,
  },
  {
    name: "single",
    rules: [{ op: "single", from: "m", to: "l", rules: [itself] }],
    around: (inner) => ({ m: [inner] }),
    passes: 2,
  },
  {
    name: "variant",
    rules: [
      {
        op: "variant",
        from: "m",
        to: "l",
        tag: "type",
        cases: {
          A: {
            where: { a: { present: true } },
            rules: [{ op: "include", from: "a", to: "a", lens: "tree" }],
          },
        },
      },
    ],
    around: (a) => ({ m: { type: "A", a } }),
    passes: 2,
  },
];

function lensOf(rules: readonly RuleData[]): LensData {
  const root: RuleData = { op: "include", from: "spec", to: "spec", lens: "tree" };
  return { from: "v1", to: "v2", lenses: { tree: rules }, rules: [root] };
}

function treeOf(levels: number, around: (inner: JsonObject) => JsonObject) {
  let spec: JsonObject = { x: 1 };
  for (let level = 0; level < levels; level++) spec = around(spec);
  return { apiVersion: "e.com/v1", kind: "Tree", spec };
}

/** Half of V8's default stack of 984 kB, and the 192 KiB of each thread's stack that Node reserves for itself. */
const halfStackMb = (984 / 2 + 192) / 1024;

describe("a lens that uses itself", () => {
  test.each(trees)(
    "converts to the same depth in a cold process as in a warm one, on half the stack: $name",
    async ({ rules, around, passes }) => {
      // Two more lists of rules are nested: those of the root, and those of the lens for the innermost value.
      const deepest = Math.floor((maxLensDepth - 2) / passes);
      const objects = [deepest, deepest + 1, deepest + 1, deepest].map((levels) =>
        treeOf(levels, around),
      );
      const worker = new Worker(new URL("../../support/lens-depth-worker.ts", import.meta.url), {
        workerData: { lens: lensOf(rules), objects },
        resourceLimits: { stackSizeMb: halfStackMb },
      });
      const [codes] = await once(worker, "message");
      expect(codes).toEqual(["ok", "ObjectTooDeep", "ObjectTooDeep", "ok"]);
    },
  );

  test.each(trees)(
    "is analysed a number of times bounded by its depth squared: $name",
    ({ rules, around }) => {
      let asked = 0;
      const expired = (): boolean => {
        asked++;
        return false;
      };
      const edge = lensEdge({ group: "e.com", schemaOf: () => undefined }, lensOf(rules));
      const registry = conversionRegistry([
        { group: "e.com", kind: "Tree", versions: ["v1", "v2"], edges: [edge] },
      ]);
      const levels = 100;
      const desired = { group: "e.com", version: "v2" };
      const result = convertObject(
        registry,
        treeOf(levels, around),
        desired,
        allowance({ expired }),
      );
      expect(result.ok).toBe(true);
      expect(asked * 1024).toBeLessThan(10 * levels * levels);
    },
  );

  test("is reported with the beginning and the end of its path", () => {
    const [, each] = trees;
    if (each === undefined) throw new Error("no tree");
    const edge = lensEdge({ group: "e.com", schemaOf: () => undefined }, lensOf(each.rules));
    const registry = conversionRegistry([
      { group: "e.com", kind: "Tree", versions: ["v1", "v2"], edges: [edge] },
    ]);
    const desired = { group: "e.com", version: "v2" };
    const result = convertObject(registry, treeOf(1000, each.around), desired, allowance());
    expect(result).toMatchObject({
      error: {
        code: "ObjectTooDeep",
        path: expect.stringMatching(/^spec\.l\[0\]\.l\[0\].{490,500}$/),
      },
    });
  });
});
