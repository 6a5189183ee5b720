import type { Side } from "../../../converter/side.ts";
import type { KeyPath } from "../../language/path.ts";
import type { LensData, RuleData } from "../../language/rule.ts";
import type { Findings } from "./findings.ts";
import type { NarrowerConstraint } from "./lens-analysis.ts";
import type { PlacePair, SchemaPlace } from "./place-pair.ts";

/** What the analysis of an op can use: the findings so far, the lens and the analyses of rules inside the op. */
export interface AnalysisContext {
  readonly findings: Findings;
  readonly data: LensData;
  readonly versions: Readonly<Record<Side, string>>;
  readonly group: string | undefined;
  /** True if the schema of one version is not known, so that nothing can be compared with it. */
  readonly isUnverified: boolean;
  /**
   * True for a constraint that can refuse nothing: the other version declares no schema at its path, and a conversion leaves out
   * and preserves the values that the constraint refuses.
   */
  readonly isAlwaysMet: (refused: NarrowerConstraint) => boolean;
  /** Analyses inner rules, and the fields of both versions that none of them covers. */
  readonly scope: (walk: AnalysisContext, rules: readonly RuleData[], pair: PlacePair) => void;
  /** Analyses inner rules only, without the fields that they don't cover. */
  readonly rules: (walk: AnalysisContext, rules: readonly RuleData[], pair: PlacePair) => void;
  /**
   * Reports E104 for required members of maps that `rules` write into, if a member may stay absent. Only for maps that one
   * version alone has, and for members that a rule in `all` claims: the rules of all cases of an op.
   */
  readonly required: (
    walk: AnalysisContext,
    rules: readonly RuleData[],
    pair: PlacePair,
    all: readonly RuleData[],
  ) => void;
  /** Analyses a rule of another op. */
  readonly op: (walk: AnalysisContext, data: RuleData, opPlace: OpPlace) => void;
}

/** A rule's paths with their schemas, and those of its scope. */
export interface OpPlace {
  readonly scopePair: PlacePair;
  /** The first path of each version with its schema. */
  readonly pair: PlacePair;
  readonly places: RulePlaces;
  /** The rule's paths, relative to its scope. */
  readonly rule: {
    readonly from: readonly KeyPath[];
    readonly to: readonly KeyPath[];
    readonly reads: Readonly<Record<Side, readonly KeyPath[]>>;
    readonly fillReads: Readonly<Record<Side, readonly KeyPath[]>>;
  };
  /** True if a rule of the scope claims the path or one above it. */
  readonly isClaimed: (side: Side, path: KeyPath) => boolean;
}

/** The paths of a rule in each version, with their schemas. */
export interface RulePlaces {
  readonly from: readonly SchemaPlace[];
  readonly to: readonly SchemaPlace[];
}
