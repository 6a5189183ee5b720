import { otherSide } from "../../converter/side.ts";
import type { RuleData } from "../language/rule.ts";
import type { InnerRules, NamedLens, Rule } from "./built-rule.ts";
import { type PathScope, pathProxy } from "./recorder.ts";
import type { Sides } from "./sides.ts";
import type { PathProxy } from "./typed-path.ts";

/**
 * Builds the rules inside a rule. `first` and `second` are where their paths start: at the item or value that the outer rule's
 * first and second path lead to.
 */
export type InnerRulesBuilder<T, U> = (
  first: PathProxy<T, U>,
  second: PathProxy<U, T>,
) => readonly Rule[];

/** Calls the function that builds the rules inside a rule, and returns these as data. `label` is the outer op's name in messages. */
export function innerRules<T, U>(
  label: string,
  outer: Sides,
  rules: InnerRulesBuilder<T, U>,
): InnerRules {
  const { first } = outer;
  const start = {
    label: `${label} ${outer.pair[first]}`,
    isObject: false,
    versions: outer.scope.versions,
  };
  return buildInnerRules(start, (scope) =>
    rules(
      pathProxy<T, U>({ scope, side: first, path: [] }),
      pathProxy<U, T>({ scope, side: otherSide(first), path: [] }),
    ),
  );
}

/** Like {@link innerRules}, but `rules` may be undefined: then `data` and `uses` of the result are empty. */
export function optionalRules<T, U>(
  label: string,
  outer: Sides,
  rules: InnerRulesBuilder<T, U> | undefined,
): {
  readonly data: { readonly rules?: readonly RuleData[] };
  readonly uses: readonly NamedLens[];
} {
  if (rules === undefined) return { data: {}, uses: [] };
  const inner = innerRules(label, outer, rules);
  return { data: { rules: inner.rules }, uses: inner.uses };
}

/**
 * Builds a list of rules in a scope. Throws a TypeError if the result is not a list of rules, or if a rule was built in another
 * scope.
 */
export function buildInnerRules(
  scope: PathScope,
  build: (scope: PathScope) => readonly Rule[],
): InnerRules {
  const rules = build(scope);
  if (!Array.isArray(rules)) throw new TypeError(`the rules of ${scope.label} are not a list`);
  const foreign = rules.find((rule) => rule.scope !== scope);
  if (foreign !== undefined) throw new TypeError(foreignRuleText(foreign, scope));
  return { rules: rules.map(({ data }) => data), uses: rules.flatMap(({ uses }) => uses) };
}

function foreignRuleText(rule: Rule, scope: PathScope): string {
  if (rule.data === undefined) return `an element of the rules of ${scope.label} is not a rule`;
  return `the rules of ${scope.label} include a ${rule.data.op} with paths of ${rule.scope.label}: build it from the parameters of the function that returns these rules`;
}
