import { otherSide, type Side, sides } from "../../converter/side.ts";
import type { PathsBySide } from "../ops/op.ts";
import type { RuleScope } from "./scoped-lens.ts";

/** The side on which a rule names the whole value of its scope, as `.`, while on the other side it names a member. */
export function wholeSideOf(rule: PathsBySide): Side | undefined {
  return sides.find(
    (side) =>
      rule[side].some((path) => path.length === 0) &&
      rule[otherSide(side)].some((path) => path.length > 0),
  );
}

/** The side on which a rule of a scope names the whole value: on the other side that is a member of the scope's value. */
export function wholeSideIn({ rules }: RuleScope): Side | undefined {
  for (const rule of rules) {
    const side = wholeSideOf(rule);
    if (side !== undefined) return side;
  }
  return undefined;
}
