import { sides } from "../language/side.ts";
import type { RuleScope, ScopedLens } from "./scoped-lens.ts";

/** True where some rule of a lens has a companion. */
export function usesCompanions({ root, named }: ScopedLens): boolean {
  return [root, ...named.values()].some(scopeUsesCompanions);
}

function scopeUsesCompanions({ rules }: RuleScope): boolean {
  return rules.some(
    (rule) =>
      sides.some((side) => rule.beside[side].length > 0) ||
      ("inner" in rule.action && scopeUsesCompanions(rule.action.inner)),
  );
}
