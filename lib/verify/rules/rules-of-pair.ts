import type { Side } from "../../converter/side.ts";
import { memoizedByObject } from "../../json/memoized-by-object.ts";
import type { LensData } from "../../lens/language/rule.ts";
import { bodySchema } from "../body-schema.ts";
import type { Direction, SubjectVersion } from "../subject.ts";
import { type PlacedRule, placedRules } from "./placed-rules.ts";

/** The rules of a direction. `side`: the side of the lens that is the direction's source version. */
export interface RulesOfPair {
  readonly lens: LensData;
  readonly side: Side;
  readonly rules: readonly PlacedRule[];
}

const rulesFrom = memoizedByObject(
  (_: SubjectVersion) => new Map<SubjectVersion, RulesOfPair | undefined>(),
);

/** The rules of a direction; undefined unless one lens is the whole conversion. */
export function rulesOfPair(pair: Direction): RulesOfPair | undefined {
  const { from, to } = pair;
  const byTarget = rulesFrom(from);
  if (!byTarget.has(to)) byTarget.set(to, rulesBetween(pair));
  return byTarget.get(to);
}

function rulesBetween({ subject, from, to }: Direction): RulesOfPair | undefined {
  const [step, ...more] = subject.steps(from.name, to.name);
  if (step?.lens === undefined || more.length > 0) return undefined;
  const { lens, side } = step;
  const [source, target] = [bodySchema(from.schema), bodySchema(to.schema)];
  const schemas = side === "from" ? { from: source, to: target } : { from: target, to: source };
  return { lens, side, rules: placedRules(lens, schemas) };
}
