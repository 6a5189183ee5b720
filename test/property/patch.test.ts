import fc from "fast-check";
import jsonPatch from "fast-json-patch";
import { describe, expect, test } from "vitest";
import { applyPatch } from "../../lib/admission/patch/apply.ts";
import { diff, type PatchOperation } from "../../lib/admission/patch/diff.ts";
import { deepFreeze } from "../../lib/json/deep-freeze.ts";
import { equal } from "../../lib/json/equal.ts";
import type { JsonValue } from "../../lib/json/value.ts";
import { json } from "../support/arbitraries.ts";
import { mutated } from "../support/mutations.ts";
import { tries } from "../support/tries.ts";

const numRuns = tries({ test: 2_000, deep: 10_000 });

/** Pairs of values that have much in common, as an object before and after a handler. */
const pair = fc.oneof(
  fc.tuple(json, json),
  json.chain((before) => fc.tuple(fc.constant(before), mutated(fc.constant(before)))),
);

/** What the other implementation can hold too: no bigint, no -0, no `__proto__`. */
const plain = fc
  .jsonValue({ maxDepth: 3 })
  .map((value): JsonValue => JSON.parse(JSON.stringify(value)));

function isPlain(text: string): boolean {
  return !text.includes("__proto__");
}

describe("diff and applyPatch", () => {
  test("apply(diff(a, b), a) equals b, and neither input is changed", () => {
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const operations = diff(deepFreeze(before), deepFreeze(after));
        const applied = applyPatch(before, operations);
        expect(applied.ok && equal(applied.value, after)).toBe(true);
      }),
      { numRuns },
    );
  });

  test("equal values need no operation, and different ones need at least one", () => {
    fc.assert(
      fc.property(pair, ([before, after]) => {
        expect(diff(before, after).length === 0).toBe(equal(before, after));
      }),
      { numRuns },
    );
  });

  test("another implementation of RFC 6902 applies our patches to the same value", () => {
    fc.assert(
      fc.property(plain, mutated(plain), (before, after) => {
        const text = JSON.stringify({ before, after }, (_, it) =>
          typeof it === "bigint" ? Number(it) : it,
        );
        fc.pre(isPlain(text));
        const values = JSON.parse(text);
        const operations = diff(values.before, values.after);
        const theirs = jsonPatch.applyPatch(
          structuredClone(values.before),
          structuredClone(operations) as jsonPatch.Operation[],
          true,
        );
        expect(theirs.newDocument).toEqual(values.after);
      }),
      { numRuns: 2000 },
    );
  });

  test("we apply another implementation's patches to the same value", () => {
    fc.assert(
      fc.property(plain, plain, (before, after) => {
        const root = { value: before };
        const target = { value: after };
        fc.pre(isPlain(JSON.stringify([root, target])));
        const theirs = jsonPatch.compare(root, target).filter(isOurs);
        expect(applyPatch(root, theirs)).toEqual({ ok: true, value: target });
      }),
      { numRuns: 2000 },
    );
  });
});

function isOurs(operation: jsonPatch.Operation): operation is jsonPatch.Operation & PatchOperation {
  return ["add", "replace", "remove"].includes(operation.op);
}
