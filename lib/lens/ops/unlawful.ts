import type { LensData, RuleData } from "../language/rule.ts";

/**
 * True for a rule that need not keep g(f(g(y))) = g(y) and f(g(f(x))) = f(x): hooks, first with a default, and what has
 * one of them in rules of its own.
 */
export function isUnlawful(
  data: RuleData,
  lenses: LensData["lenses"],
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (data.op === "hook") return true;
  if (data.op === "first") return data.default !== undefined;
  const within = (rules: readonly RuleData[] = [], names = seen): boolean =>
    rules.some((rule) => isUnlawful(rule, lenses, names));
  if (data.op === "use") {
    return !seen.has(data.lens) && within(lenses?.[data.lens], new Set([...seen, data.lens]));
  }
  if (data.op === "variant") return Object.values(data.cases).some(({ rules }) => within(rules));
  return "rules" in data && within(data.rules);
}
