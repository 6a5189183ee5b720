import type { Side } from "../../../converter/side.ts";
import type { JsonValue } from "../../../json/value.ts";
import type { ConstraintName } from "../../../schema/constraint/constraint.ts";
import type { AcceptEntry } from "../../language/accept.ts";
import type { RuleData } from "../../language/rule.ts";

/** What happens to the values at a path in a conversion, from unchanged to lost. */
export const fieldOutcomes = [
  "identical",
  "moved",
  "changed",
  "preserved",
  "derived",
  "dropped",
] as const;

/** One of {@link fieldOutcomes}. */
export type FieldOutcome = (typeof fieldOutcomes)[number];

/** What happens to the values at one path of one version when they are converted to the other version. */
export interface FieldAnalysis {
  readonly side: Side;
  /** In the syntax of `parsePath`, from the object's root. */
  readonly path: string;
  readonly outcome: FieldOutcome;
  /** The paths of the other version that the values are written to; none for a value that is only preserved, or dropped. */
  readonly to: readonly string[];
  /** The rule that covers the path; undefined if the values are copied without a rule. */
  readonly rule: RuleData | undefined;
  /** The reason of a `drop`, as the author wrote it. */
  readonly reason?: string;
  /** Values that count as absent and are preserved, while others at the path are converted: `""`, or `some values`. */
  readonly silent?: string;
}

/** An error or a warning of the lens compiler. An error stops the build; a warning does not. */
export interface LensFault {
  /** The code, such as E101. docs/lens-errors.md lists all of them. */
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly path: string;
  /** The path, what is wrong and what to do, with the rule. */
  readonly message: string;
  readonly rule: RuleData | undefined;
  /** For a path that does not exist: an existing path that the author probably meant, if one is similar. */
  readonly meant?: string;
  /** For a field that only one version has: the field of the other version that it most probably became, and why. */
  readonly candidate?: {
    readonly path: string;
    readonly reason: string;
    /** True where the names are unlike, and only the shapes agree. */
    readonly isGuess: boolean;
  };
  /** For a field that only one version has, without a rule or a similar field in the other: the version that has it. */
  readonly onlyIn?: { readonly version: string; readonly isNewer: boolean };
  /** A word of an enum that the other version doesn't have. */
  readonly word?: JsonValue;
  /** The constraint that an entry of `accept` can accept. */
  readonly refusal?: NarrowerConstraint & { readonly narrowing?: ShownNarrowing };
  /** How many entries of `accept` the message ends with, and how many paths they accept; absent if it has none. */
  readonly entries?: { readonly count: number; readonly places: number };
}

/** A constraint of one version that refuses values which the other version allows. */
export interface NarrowerConstraint {
  readonly version: string;
  readonly constraint: ConstraintName;
}

/** What E107 shows of a constraint that only one version has. */
export interface ShownNarrowing {
  /** The version whose values are refused. */
  readonly allowedIn: string;
  /** The constraint in words: `maxLength 253`. */
  readonly demand: string;
  /** True for a member that the refusing version requires. */
  readonly isRequired: boolean;
  /** True if the other version allows any text and this one an enum: perhaps no generated object has one of its words. */
  readonly mayNeedExample: boolean;
  /** If `""` may mean absence in the other version: the modifiers that declare this, and whether the path has a rule for them. */
  readonly absence?: { readonly modifiers: string; readonly hasRule: boolean };
}

/** A refusal that an entry of `accept` accepts. */
export interface AcceptedRefusal extends NarrowerConstraint {
  readonly entry: AcceptEntry;
}

/** What the compiler knows about a lens: the outcome for each field, and the faults. */
export interface LensAnalysis {
  readonly from: string;
  readonly to: string;
  /** The fields of the older version, then those of the newer one, each in the order of its schema. */
  readonly fields: readonly FieldAnalysis[];
  readonly faults: readonly LensFault[];
  /** The refusals that are not reported because an entry of `accept` accepts them. */
  readonly accepted: readonly AcceptedRefusal[];
}
