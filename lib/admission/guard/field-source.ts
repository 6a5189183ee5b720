import { otherSide, type Side, sides } from "../../converter/side.ts";
import type { LensData } from "../../lens/language/rule.ts";
import { type AddressStep, addressText, fieldSteps } from "../../lens/place/address.ts";
import { claimOf, innerScopeOf, leadingKeys } from "../../lens/place/locate-rule.ts";
import { scopeLens } from "../../lens/place/scope-lens.ts";
import type { RuleScope, ScopedLens } from "../../lens/place/scoped-lens.ts";
import { partSelector } from "../../lens/place/selected-parts.ts";
import { errorField, rootPath } from "../../schema/field-error/path.ts";

/** A field's path in the notation of field errors. */
function fieldText(steps: readonly AddressStep[]): string {
  const text = addressText({ steps, part: "value", requiredSteps: steps.length - 1 });
  return text.replaceAll(/\[#(\d+)\]/g, "[$1]");
}

/**
 * Returns a function that finds, for a field of `version`, the field of the lens's other version that it is converted
 * from: the first of several, undefined if there is none. If an op converts a larger value as a whole, the function
 * finds the field of that value; for an item of a list of which the op converts only some items, the field of the list.
 */
export function sourcePathsIn(
  data: LensData,
  version: string,
): (path: string) => string | undefined {
  const lens = scopeLens(data);
  const side = version === data.to ? "to" : "from";
  return (path) => {
    const steps = path === errorField(rootPath) ? undefined : fieldSteps(path);
    const sourceSteps = steps && sourceStepsBelow(lens, side, steps);
    return sourceSteps && fieldText(sourceSteps);
  };
}

function sourceStepsBelow(
  lens: ScopedLens,
  side: Side,
  steps: readonly AddressStep[],
): readonly AddressStep[] | undefined {
  let scope: RuleScope = lens.root;
  let rest = steps;
  const sourceSteps: AddressStep[] = [];
  for (;;) {
    const claim = claimOf(scope, side, leadingKeys(rest));
    if (claim === undefined) return [...sourceSteps, ...rest];
    const [path] = claim.rule[otherSide(side)];
    if (path === undefined) return undefined;
    sourceSteps.push(...path.map((key) => ({ type: "key" as const, key })));
    rest = rest.slice(claim.length);
    const inner = innerScopeOf(lens, claim.rule);
    if (inner === undefined)
      return claim.rule.data?.op === "move" ? [...sourceSteps, ...rest] : sourceSteps;
    if (claim.rule.action.type === "items" || claim.rule.action.type === "values") {
      if (sides.some((each) => partSelector(claim.rule, each) !== undefined)) return sourceSteps;
      sourceSteps.push(...rest.slice(0, 1));
      rest = rest.slice(1);
    }
    scope = inner;
  }
}
