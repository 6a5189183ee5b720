import type { JsonObject } from "../../json/value.ts";
import { readEntries } from "./entry-tree.ts";
import { locate } from "./locate.ts";
import type { Side } from "./placed.ts";
import { residualOf } from "./residual.ts";
import type { LensData, RuleData } from "./rule.ts";
import type { ScopedLens } from "./scope.ts";
import type { Shape } from "./shape.ts";

/**
 * True where every rule keeps both g(f(g(y))) = g(y) and f(g(f(x))) = f(x). A hook need not, and a `first` with a
 * default keeps only the one on the way that it fills.
 */
export function isLawful({ rules, lenses = {} }: LensData): boolean {
  return [rules, ...Object.values(lenses)].every(areLawful);
}

function areLawful(rules: readonly RuleData[]): boolean {
  return rules.every((rule) => {
    if (rule.op === "hook" || (rule.op === "first" && rule.default !== undefined)) return false;
    if (rule.op === "variant") {
      return Object.values(rule.cases).every((one) => areLawful(one.rules ?? []));
    }
    return !("rules" in rule) || areLawful(rule.rules ?? []);
  });
}

/** Where objects of one side are told apart. */
export interface Ground {
  readonly lens: ScopedLens;
  readonly side: Side;
  readonly shape: Shape;
}

/** The rule instances (rule and binding) at which two objects of one side differ, by their ids. */
export function changedBetween(
  one: JsonObject,
  other: JsonObject,
  { lens, side, shape }: Ground,
): readonly string[] {
  const { kept } = readEntries(residualOf({ base: one, defaulted: one }, other, shape));
  return kept
    .filter(({ address }) => address.part !== "prints")
    .map(({ address }) => locate(lens, side, address.steps).id);
}

/** True where two sets of instances have one in common, or one that lies within another. */
export function meet(some: readonly string[], others: readonly string[]): boolean {
  return some.some((id) => isWithin(id, others));
}

/** True where an instance is among others, or lies within or around one. */
export function isWithin(id: string, others: readonly string[]): boolean {
  return others.some((other) => id.startsWith(other) || other.startsWith(id));
}
