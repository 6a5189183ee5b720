import type { KeyPath } from "../language/path.ts";
import { type Side, sides } from "../language/side.ts";
import { opOf } from "../ops/registry.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "./scoped-lens.ts";

/** True where some rule of a lens has a companion. */
export function usesCompanions({ root, named }: ScopedLens): boolean {
  return [root, ...named.values()].some(scopeUsesCompanions);
}

function scopeUsesCompanions({ rules }: RuleScope): boolean {
  return rules.some(
    (rule) =>
      sides.some((side) => companionPaths(rule, side).length > 0) ||
      ("inner" in rule.action && scopeUsesCompanions(rule.action.inner)),
  );
}

/**
 * The paths of a rule's companions on a side: what is preserved for the other side applies only while the values there stay
 * the same.
 */
export function companionPaths(rule: ScopeRule, side: Side): readonly KeyPath[] {
  const op = rule.data && opOf(rule.data);
  const across = op?.kind === "value" && op.isBesideItself === true ? rule[side] : [];
  return [...across, ...rule.beside[side]];
}
