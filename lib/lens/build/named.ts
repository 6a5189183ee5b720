import type { RuleData } from "../language/rule.ts";
import { common, type NamedLens, type Rule, type RuleOptions } from "./built-rule.ts";
import { buildInnerRules } from "./inner.ts";
import { type PathScope, record } from "./recorder.ts";
import type { At, Place, Ref } from "./reference.ts";
import { twoSides } from "./sides.ts";

/** Stands where the rules within a rule stand: they are those of a named lens. */
type IncludeOf = (first: Ref, second: Ref) => readonly Rule[];

/**
 * Gives rules a name. `old` and `now` are typed by hand, as members of the generated versions; `self` uses the lens
 * within itself: `each(old.routes, now.routes, self)`.
 */
export function named<T, U>(
  name: string,
  rules: (old: At<T, U>, now: At<U, T>, self: IncludeOf) => readonly Rule[],
): NamedLens {
  const lens: NamedLens = {
    name,
    build: (versions) => {
      const start = { label: `lens ${name}`, isObject: false, versions };
      return buildInnerRules(start, (scope) =>
        rules(
          record<T, U>({ scope, side: "from", path: [] }),
          record<U, T>({ scope, side: "to", path: [] }),
          include(lens),
        ),
      );
    },
  };
  return lens;
}

/**
 * A named lens, in place of a rule's inner rules (`each(old.routes, now.routes, include(route))`) or as a rule of its own
 * between two paths (`include(route, old.spec.route, now.spec.route)`).
 */
export function include(lens: NamedLens): IncludeOf;
export function include(lens: NamedLens, first: Place, second: Place, options?: RuleOptions): Rule;
export function include(
  lens: NamedLens,
  first?: Place,
  second?: Place,
  options: RuleOptions = {},
): IncludeOf | Rule {
  return first === undefined
    ? (one, other) => [includeRule(lens, one, other, options)]
    : includeRule(lens, first, second, options);
}

function includeRule(lens: NamedLens, first: Place, second: Place, options: RuleOptions): Rule {
  const { pair, scope } = twoSides(first, second);
  return {
    data: { op: "include", ...pair, lens: lens.name, ...common(options, scope) },
    scope,
    uses: [lens],
  };
}

/** The rules of all lenses that are used, and that those use, by name. */
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
      throw new TypeError(`two lenses are named ${lens.name}`);
    }
  }
  return Object.fromEntries([...lenses].map(([name, { rules }]) => [name, rules]));
}
