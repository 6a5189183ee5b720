import { opOf } from "../ops/registry.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "./scoped-lens.ts";

/** True where some rule of a lens has a companion. */
export function usesCompanions({ root, named }: ScopedLens): boolean {
  return [root, ...named.values()].some(scopeUsesCompanions);
}

function scopeUsesCompanions({ rules }: RuleScope): boolean {
  return rules.some(
    (rule) =>
      companionPaths(rule) !== undefined ||
      ("inner" in rule.action && scopeUsesCompanions(rule.action.inner)),
  );
}

/**
 * The paths of a rule's companion by side, if its op names one: what is preserved for the rule applies only while the
 * companion stays the same.
 */
export function companionPaths(rule: ScopeRule): ScopeRule["reads"] | undefined {
  const { data } = rule;
  const op = data && opOf(data);
  if (data === undefined || (op?.kind !== "value" && op?.kind !== "oneSided")) return undefined;
  const companion = op.companion?.(data);
  return companion === "across" ? rule : companion && rule.reads;
}
