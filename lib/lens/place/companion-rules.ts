import type { RuleScope, ScopedLens, ScopeRule } from "./scoped-lens.ts";

/** True where some rule of a lens has a companion. */
export function usesCompanions({ root, named }: ScopedLens): boolean {
  return [root, ...named.values()].some(scopeUsesCompanions);
}

function scopeUsesCompanions({ rules }: RuleScope): boolean {
  return rules.some(
    (rule) =>
      hasCompanion(rule) || ("inner" in rule.action && scopeUsesCompanions(rule.action.inner)),
  );
}

/**
 * True for a rule whose preserved value applies only while another value, its companion, stays the same: `keep` with
 * `beside`, and `reference`, whose uid, version and namespace belong to one object.
 */
export function hasCompanion({ data }: ScopeRule): boolean {
  return data?.op === "reference" || (data?.op === "keep" && data.beside !== undefined);
}
