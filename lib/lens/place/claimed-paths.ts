import type { Side } from "../../converter/side.ts";
import { eachItem, eachValue, type Path, pathText } from "../language/path.ts";
import { innerScopeOf } from "./locate-rule.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "./scoped-lens.ts";

/** The texts of all paths that the rules of a lens claim on a side, from the object's root. */
export function claimedPaths(lens: ScopedLens, side: Side): ReadonlySet<string> {
  return pathsOfRules(lens, side, () => true);
}

/** The texts of all paths that rules of a lens fill in on a side, from the object's root. */
export function filledPaths(lens: ScopedLens, side: Side): ReadonlySet<string> {
  return pathsOfRules(lens, side, ({ data }) => data?.fill?.[side] !== undefined);
}

function pathsOfRules(
  lens: ScopedLens,
  side: Side,
  isWanted: (rule: ScopeRule) => boolean,
): ReadonlySet<string> {
  const texts = new Set<string>();
  const visit = (scope: RuleScope, above: Path, open: readonly RuleScope[]): void => {
    for (const rule of scope.rules) {
      const inner = innerScopeOf(lens, rule);
      for (const path of rule[side]) {
        const own = [...above, ...path];
        if (isWanted(rule)) texts.add(pathText(own));
        if (inner === undefined || open.includes(inner)) continue;
        visit(inner, [...own, ...stepToInner(rule.action.type)], [...open, inner]);
      }
    }
  };
  visit(lens.root, [], [lens.root]);
  return texts;
}

/** The steps from the path of a rule to where the paths of its inner rules start. */
function stepToInner(type: RuleScope["rules"][number]["action"]["type"]): Path {
  if (type === "items") return [eachItem];
  return type === "values" ? [eachValue] : [];
}
