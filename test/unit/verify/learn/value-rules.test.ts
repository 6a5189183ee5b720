import { describe, expect, test } from "vitest";
import { structuralForm } from "../../../../lib/schema/structural/form.ts";
import type { Structural } from "../../../../lib/schema/structural/structural.ts";
import type { ObservedValues } from "../../../../lib/verify/learn/observed-values.ts";
import { inferValueRule, isCarried } from "../../../../lib/verify/learn/value-rules.ts";

const text = structuralForm({ type: "string" });
const integer = structuralForm({ type: "integer" });

/** A schema with a fault of ours: its type can't be read. */
const broken: Structural = {
  ...text,
  get type(): never {
    throw new TypeError("planted");
  },
};

const unchanged: ObservedValues = { from: [["a", "a"]], to: [["a", "a"]] };

describe("isCarried", () => {
  test("is true for values that stay unchanged", () => {
    expect(isCarried({ from: text, to: text }, unchanged)).toBe(true);
  });

  test("throws an error that is not the rule's, instead of taking it for a rule that does not fit", () => {
    expect(() => isCarried({ from: broken, to: text }, unchanged)).toThrow("planted");
  });
});

describe("valueRule", () => {
  test("is undefined for values that no rule converts", () => {
    const observed: ObservedValues = { from: [["a", 1]], to: [[1, "b"]] };
    expect(inferValueRule({ from: text, to: integer }, observed)).toBeUndefined();
  });
});
