import type { Side } from "../../../converter/side.ts";
import type { Path } from "../../../lens/language/path.ts";
import type { RuleData } from "../../../lens/language/rule.ts";

/** Fields that are converted together, and the rules that may do so. */
export interface JointCandidate {
  /** The fields' paths, by version. All of a version are in the same list items and map values. */
  readonly paths: Readonly<Record<Side, JointPaths>>;
  readonly rules: readonly JointRuleAt[];
}

/** The paths of a rule in one version. */
export type JointPaths = readonly [Path, ...Path[]];

/** Builds a rule from the texts of its paths, which are in the order of {@link JointCandidate.paths}. */
export type JointRuleAt = (texts: Readonly<Record<Side, readonly string[]>>) => RuleData;
