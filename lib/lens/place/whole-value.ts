import { otherSide, type Side, sides } from "../../converter/side.ts";
import type { PathsBySide } from "../ops/op.ts";
import type { RuleScope } from "./scoped-lens.ts";

/** The side on which a rule names the whole value of its scope as `.`, if it names a member on the other side. */
export function wholeValueSideOf(rule: PathsBySide): Side | undefined {
  return sides.find(
    (side) =>
      rule[side].some((path) => path.length === 0) &&
      rule[otherSide(side)].some((path) => path.length > 0),
  );
}

/** The side on which a rule of the scope names the whole value as `.`, if it names a member on the other side. */
export function wholeValueSideIn({ rules }: RuleScope): Side | undefined {
  for (const rule of rules) {
    const side = wholeValueSideOf(rule);
    if (side !== undefined) return side;
  }
  return undefined;
}
