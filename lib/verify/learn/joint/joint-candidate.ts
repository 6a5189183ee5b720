import type { Side } from "../../../converter/side.ts";
import type { Path } from "../../../lens/language/path.ts";
import type { RuleData } from "../../../lens/language/rule.ts";

/** Fields that are converted together, and the rules that may do so. */
export interface JointCandidate {
  /** The fields' paths, by version. All of a version are in the same list items and map values. */
  readonly paths: Readonly<Record<Side, JointPaths>>;
  readonly rules: readonly JointRuleAt[];
  /** Texts to try, if the rule has one path in a version and its value is a text: they tell rules apart that drawn texts don't. */
  readonly texts?: readonly string[];
}

/** The paths of a rule in one version. */
export type JointPaths = readonly [Path, ...Path[]];

/** Builds a rule from the texts of its paths, which are in the order of {@link JointCandidate.paths}. */
export type JointRuleAt = (texts: Readonly<Record<Side, readonly string[]>>) => RuleData;
