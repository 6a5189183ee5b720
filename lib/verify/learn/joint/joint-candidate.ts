import type { Side } from "../../../converter/side.ts";
import type { Path } from "../../../lens/language/path.ts";
import type { RuleData } from "../../../lens/language/rule.ts";

/** Fields that one rule may convert together, and the rules to try. */
export interface JointCandidate {
  /** The fields' paths, by version. All fields of one version are in the same list items and map values. */
  readonly paths: Readonly<Record<Side, JointPaths>>;
  readonly rules: readonly JointRuleBuilder[];
  /** Texts to try at the path of a version in which the rule has only one. They tell rules apart that drawn texts don't. */
  readonly texts?: readonly string[];
}

/** The paths of a rule in one version. */
export type JointPaths = readonly [Path, ...Path[]];

/** Builds a rule from the texts of its paths, which are in the order of {@link JointCandidate.paths}. */
export type JointRuleBuilder = (texts: Readonly<Record<Side, readonly string[]>>) => RuleData;
