import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateCost } from "../../lib/cel/cost/estimate.ts";
import { schemaSizes } from "../../lib/cel/cost/schema-sizes.ts";
import { compile } from "../../lib/cel/program.ts";
import { schemaValue } from "../../lib/cel/schema/schema-value.ts";
import { schemaEnvironment } from "../../lib/cel/schema-environment.ts";
import { compileExpression, type Expression, perCallLimit, showValue } from "../../lib/cel.ts";
import { deepFreeze } from "../../lib/json/deep-freeze.ts";
import { re2 } from "../../lib/schema/pattern/re2.ts";
import { parseStructural } from "../../lib/schema/structural/parse.ts";
import { tries } from "../support/tries.ts";
import { boolExpression, expressionObject, expressionSchema } from "./expressions.ts";

const runs = { numRuns: tries({ test: 700, deep: 10_000 }) };
const { structural } = parseStructural(expressionSchema);
const environment = schemaEnvironment({ structural, isRoot: false }, re2);
describe("random well-typed expressions", () => {
  test("compile, never throw, stay within 1.5 times their estimate, and are deterministic", () => {
    if (environment === undefined) throw new Error("the schema has no type");
    const sizes = schemaSizes(environment.declared);
    fc.assert(
      fc.property(boolExpression, expressionObject, (text, object) => {
        const compiled = compile(text, environment.environment);
        if (!compiled.ok) throw new Error(compiled.error.text);
        const variables = { self: schemaValue(deepFreeze(object), structural) };
        const first = compiled.value.evaluate(variables);
        const again = compiled.value.evaluate(variables);
        expect(showValue(again.value)).toBe(showValue(first.value));
        expect(again.cost).toBe(first.cost);
        expect(first.cost).toBeLessThanOrEqual(most(estimateCost(compiled.value.checked, sizes)));
      }),
      runs,
    );
  });
});

/** The server's own estimate leaves out a unit for some comparisons of numbers: `self.m['a'] == -7` costs 4, not 3. */
function most({ max }: { readonly max: bigint }): number {
  return Number(max + max / 2n);
}

describe("any text", () => {
  test("compiles, or returns an error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), mutated(boolExpression)), async (text) => {
        const compiled = await compileExpression(text, { structural });
        if (compiled.ok) compiled.value.evaluate({ self: {} });
        else expect(compiled.error.text).not.toBe("");
      }),
      runs,
    );
  });
});

/** A text with a piece removed or repeated. */
function mutated(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(texts, fc.nat(200), fc.nat(20), fc.boolean())
    .map(([text, start, length, isCut]) => {
      const end = start + length;
      return isCut
        ? text.slice(0, start) + text.slice(end)
        : text.slice(0, end) + text.slice(start);
    });
}

describe("expressions that try to exhaust memory or time", () => {
  const nested = "[1,2,3,4,5,6,7,8,9,10]";
  const rows = [
    {
      name: "loops within loops",
      text: `${`${nested}.all(x, `.repeat(12)}true${")".repeat(12)}`,
      isExceeded: true,
    },
    { name: "a text that grows", text: `self.s${" + self.s".repeat(200)}`, isExceeded: true },
    {
      name: "a list that grows",
      text: `${nested}.map(x, self.k${" + self.k".repeat(200)}).all(x, x.all(y, y > 0))`,
      isExceeded: false,
    },
    {
      name: "a pattern that backtracking engines need exponential time for",
      text: "('a' + self.s).matches('(a*)*(a|aa)*$')",
      isExceeded: false,
    },
    {
      name: "a repeated format",
      text: `'${"%s".repeat(1000)}'.format([${"self.s,".repeat(999)}self.s])`,
      isExceeded: false,
    },
  ];

  test.each(rows)("end at the cost limit or below: $name", async ({ text, isExceeded }) => {
    const compiled = await compileExpression(text, { structural });
    if (!compiled.ok) throw new Error(compiled.error.text);
    const outcome = compiled.value.evaluate({ self: { s: "a".repeat(100_000), k: [1, 2, 3] } });
    expect(outcome.isExceeded).toBe(isExceeded);
    // The step that exceeds the limit is the last one.
    expect(outcome.cost).toBeLessThan(2 * perCallLimit);
  });

  test.each(["(", "[", "-", "!", "{'a':", "size(", "[1].map(x, ", "true ? "])(
    "10,000 levels of %s are an error or a value",
    async (opening) => {
      const closing = {
        "(": ")",
        "[": "]",
        "{'a':": "}",
        "size(": ")",
        "[1].map(x, ": ")",
        "true ? ": " : 1",
      };
      const end = Object.hasOwn(closing, opening) ? Reflect.get(closing, opening) : "";
      const text = `${opening.repeat(10_000)}1${String(end).repeat(10_000)}`;
      const compiled = await compileExpression(text);
      expect(compiled.ok ? "" : compiled.error.text).toMatch(/^(|ERROR: [\s\S]+)$/);
    },
  );

  test("a long chain of operators is not deep nesting", async () => {
    const compiled: Expression | undefined = await compileExpression(
      Array.from({ length: 500 }, () => "true").join(" && "),
    ).then((result) => (result.ok ? result.value : undefined));
    expect(compiled?.evaluate({}).value).toBe(true);
  });
});
