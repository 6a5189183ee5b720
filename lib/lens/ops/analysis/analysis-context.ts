import type { Side } from "../../../converter/side.ts";
import type { KeyPath } from "../../language/path.ts";
import type { LensData, RuleData } from "../../language/rule.ts";
import type { Findings } from "./findings.ts";
import type { Refused } from "./lens-analysis.ts";
import type { PlacePair, SchemaPlace } from "./place-pair.ts";

/** One analysis under way. */
export interface AnalysisContext {
  readonly findings: Findings;
  readonly data: LensData;
  readonly versions: Readonly<Record<Side, string>>;
  readonly group: string | undefined;
  /** True where the schema of a version is not known: what meets it cannot be compared. */
  readonly isUnverified: boolean;
  /** True for a constraint of a version that only gets values which pass it: the other leaves the place free. */
  readonly isFitted: (refused: Refused) => boolean;
  /** Analyses an inner lens: its rules, and what they leave to identity. */
  readonly scope: (walk: AnalysisContext, rules: readonly RuleData[], pair: PlacePair) => void;
  /** Analyses rules alone. */
  readonly rules: (walk: AnalysisContext, rules: readonly RuleData[], pair: PlacePair) => void;
  /** E104 for maps that some of an op's rules write into, of members that only these maps have or that any of its rules names. */
  readonly required: (
    walk: AnalysisContext,
    rules: readonly RuleData[],
    pair: PlacePair,
    all: readonly RuleData[],
  ) => void;
  /** Analyses another op's rule. */
  readonly op: (walk: AnalysisContext, data: RuleData, opPlace: OpPlace) => void;
}

/** Where a rule's values stand, and where its scope does. */
export interface OpPlace {
  readonly scopePair: PlacePair;
  /** The first places of either side, carried by the rule. */
  readonly pair: PlacePair;
  readonly places: RulePlaces;
  /** The rule's paths within its scope. */
  readonly rule: {
    readonly from: readonly KeyPath[];
    readonly to: readonly KeyPath[];
    readonly reads: Readonly<Record<Side, readonly KeyPath[]>>;
    readonly fillReads: Readonly<Record<Side, readonly KeyPath[]>>;
  };
  /** True where a rule of the scope claims a path, or one above it. */
  readonly isClaimed: (side: Side, path: KeyPath) => boolean;
}

/** The places that a rule names. */
export interface RulePlaces {
  readonly from: readonly SchemaPlace[];
  readonly to: readonly SchemaPlace[];
}
