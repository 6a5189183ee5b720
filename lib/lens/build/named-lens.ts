import type { RuleData } from "../language/rule.ts";
import { commonRuleData, type NamedLens, type Rule, type RuleOptions } from "./built-rule.ts";
import { buildInnerRules } from "./inner-rules.ts";
import { type PathScope, pathProxy } from "./recorder.ts";
import { twoSides } from "./sides.ts";
import type { PathArgument, PathProxy, TypedPath } from "./typed-path.ts";

/** Builds rules that include a named lens between two paths. It can take the place of a rule's inner rules. */
type IncludeOf = (first: TypedPath, second: TypedPath) => readonly Rule[];

/**
 * Gives rules a name, so that they can be included at several places. `T` and `U` are the types of the values in the older and
 * the newer version. `self` includes the lens within itself: `each(v1.routes, v2.routes, self)`.
 */
export function named<T, U>(
  name: string,
  rules: (from: PathProxy<T, U>, to: PathProxy<U, T>, self: IncludeOf) => readonly Rule[],
): NamedLens {
  const lens: NamedLens = {
    name,
    build: (versions) => {
      const start = { label: `lens ${name}`, isObject: false, versions };
      return buildInnerRules(start, (scope) =>
        rules(
          pathProxy<T, U>({ scope, side: "from", path: [] }),
          pathProxy<U, T>({ scope, side: "to", path: [] }),
          include(lens),
        ),
      );
    },
  };
  return lens;
}

/**
 * Includes a named lens: in place of a rule's inner rules (`each(v1.routes, v2.routes, include(route))`), or as a rule between
 * two paths (`include(route, v1.spec.route, v2.spec.route)`).
 */
export function include(lens: NamedLens): IncludeOf;
export function include(
  lens: NamedLens,
  first: PathArgument,
  second: PathArgument,
  options?: RuleOptions,
): Rule;
export function include(
  lens: NamedLens,
  first?: PathArgument,
  second?: PathArgument,
  options: RuleOptions = {},
): IncludeOf | Rule {
  return first === undefined
    ? (one, other) => [includeRule(lens, one, other, options)]
    : includeRule(lens, first, second, options);
}

function includeRule(
  lens: NamedLens,
  first: PathArgument,
  second: PathArgument,
  options: RuleOptions,
): Rule {
  const { pair, scope } = twoSides(first, second);
  return {
    data: { op: "include", ...pair, lens: lens.name, ...commonRuleData(options, scope) },
    scope,
    uses: [lens],
  };
}

/**
 * Returns the rules of all named lenses in `used`, and of those that they include, by name. Throws a TypeError if two different
 * lenses have the same name.
 */
export function lensesByName(
  used: readonly NamedLens[],
  versions: PathScope["versions"],
): Readonly<Record<string, readonly RuleData[]>> {
  const lenses = new Map<string, { lens: NamedLens; rules: readonly RuleData[] }>();
  const waiting = [...used];
  for (const lens of waiting) {
    const known = lenses.get(lens.name);
    if (known === undefined) {
      const { rules, uses } = lens.build(versions);
      lenses.set(lens.name, { lens, rules });
      waiting.push(...uses);
    } else if (known.lens !== lens) {
      throw new TypeError(
        `two different lenses are named ${lens.name}: give each a name of its own`,
      );
    }
  }
  return Object.fromEntries([...lenses].map(([name, { rules }]) => [name, rules]));
}
