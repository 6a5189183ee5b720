import { describe, expect, test } from "vitest";
import type { LensData, RuleData } from "../../../../lib/lens/language/rule.ts";
import { scopeLens } from "../../../../lib/lens/place/scope-lens.ts";

function at(path: string, ...rules: readonly RuleData[]): RuleData {
  return { op: "at", from: path, to: path, rules };
}

function lensOf(...rules: readonly RuleData[]): LensData {
  return { from: "v1", to: "v2", rules };
}

const move: RuleData = { op: "move", from: "a", to: "b.c" };

describe("at", () => {
  test.each<{ name: string; rule: RuleData; long: readonly RuleData[] }>([
    {
      name: "a rule at its whole path",
      rule: at("spec.x", move, { op: "keep", to: "n" }),
      long: [
        { op: "move", from: "spec.x.a", to: "spec.x.b.c" },
        { op: "keep", to: "spec.x.n" },
      ],
    },
    {
      name: "a place within a place",
      rule: at("spec", at("x", at(".", move))),
      long: [{ op: "move", from: "spec.x.a", to: "spec.x.b.c" }],
    },
    {
      name: "the items of a list",
      rule: at("items[*]", move),
      long: [{ op: "move", from: "items[*].a", to: "items[*].b.c" }],
    },
    {
      name: "a place itself",
      rule: at("spec.x", { op: "each", from: ".", to: ".", rules: [move] }),
      long: [{ op: "each", from: "spec.x", to: "spec.x", rules: [move] }],
    },
    {
      name: "what a rule reads beside its own values",
      rule: at("spec", { op: "keep", from: "k", beside: "n" }),
      long: [{ op: "keep", from: "spec.k", beside: "spec.n" }],
    },
    { name: "no rules", rule: at("spec"), long: [] },
  ])("is the same as the long form: $name", ({ rule, long }) => {
    const withoutData = (lens: LensData): unknown =>
      JSON.parse(JSON.stringify(scopeLens(lens), (key, value) => (key === "data" ? null : value)));
    expect(withoutData(lensOf(rule))).toEqual(withoutData(lensOf(...long)));
  });

  test("claims nothing: two rules may name the same path", () => {
    const other: RuleData = { op: "keep", from: "k" };
    expect(scopeLens(lensOf(at("spec", move), at("spec", other))).faults).toEqual([]);
  });

  test("reports a path that is not valid, and continues with the rules", () => {
    const { faults, root } = scopeLens(lensOf(at("spec..x", { op: "keep", from: "[" }), move));
    expect(faults.map(({ code, path }) => `${code} ${path}`)).toEqual(
      expect.arrayContaining(["E103 spec..x", "E103 ["]),
    );
    expect(root.rules).toHaveLength(1);
  });
});
