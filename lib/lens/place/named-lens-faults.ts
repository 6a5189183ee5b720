import type { RuleScope, ScopeFault, ScopeRule } from "./scoped-lens.ts";

/**
 * Reports includes of named lenses that don't exist, and named lenses that include themselves for the same value: applying them
 * would never end.
 */
export function namedLensFaults(
  root: RuleScope,
  named: ReadonlyMap<string, RuleScope>,
): readonly ScopeFault[] {
  const unknown = [root, ...named.values()].flatMap((scope) =>
    namedLensUses(scope)
      .filter(({ lens }) => !named.has(lens))
      .map(
        ({ lens, rule }): ScopeFault => ({
          code: "E103",
          path: lens,
          message: `is not a named lens (named lenses: ${[...named.keys()].join(", ") || "none"})`,
          rules: [rule.data],
        }),
      ),
  );
  const circular = [...named].flatMap(([name, scope]) =>
    usesItselfDirectly(name, scope, named) ? [circularFault(name)] : [],
  );
  return [...unknown, ...circular];
}

function circularFault(name: string): ScopeFault {
  return {
    code: "E112",
    path: name,
    message:
      "the lens includes itself for the same value. Include it only for values inside that value",
    rules: [],
  };
}

interface NamedLensUse {
  readonly lens: string;
  readonly rule: ScopeRule;
}

function namedLensUses({ rules }: RuleScope): readonly NamedLensUse[] {
  return rules.flatMap((rule) => {
    if (rule.action.type === "named") return [{ lens: rule.action.lens, rule }];
    return "inner" in rule.action ? namedLensUses(rule.action.inner) : [];
  });
}

function usesItselfDirectly(
  name: string,
  scope: RuleScope,
  named: ReadonlyMap<string, RuleScope>,
  visited: ReadonlySet<string> = new Set(),
): boolean {
  return scope.rules.some(({ from, to, action }) => {
    if (action.type !== "named" || [...from, ...to].some((path) => path.length > 0)) return false;
    if (action.lens === name) return true;
    const next = named.get(action.lens);
    if (next === undefined || visited.has(action.lens)) return false;
    return usesItselfDirectly(name, next, named, new Set([...visited, action.lens]));
  });
}
