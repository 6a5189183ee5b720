import type { Side } from "../../../converter/side.ts";
import type { JsonValue } from "../../../json/value.ts";
import type { ConstraintName } from "../../../schema/constraint/constraint.ts";
import type { AcceptEntry } from "../../language/accept.ts";
import type { RuleData } from "../../language/rule.ts";

/** What becomes of a path's values, from the least to the most that happens to them. */
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

/** One path of one version under a lens, with what becomes of its values on the way to the other version. */
export interface FieldAnalysis {
  readonly side: Side;
  /** As `parsePath` reads it, from the body's root. */
  readonly path: string;
  readonly outcome: FieldOutcome;
  /** Paths of the other version that its values go to; none for what is preserved or dropped. */
  readonly to: readonly string[];
  /** The rule that decides; undefined for what is identical without one. */
  readonly rule: RuleData | undefined;
  /** Why it is dropped, as the author says. */
  readonly reason?: string;
  /** Values that are preserved although the others are converted, because they count as absent: `""`, or `some values`. */
  readonly silent?: string;
}

/** What the compiler says of a lens: an error stops the build, a warning does not. */
export interface LensFault {
  /** E101 and so on: the list stands in docs/lenses.md. */
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly path: string;
  /** Path, rule and suggestion in one sentence or two. */
  readonly message: string;
  readonly rule: RuleData | undefined;
  /** The path that was probably meant where there is none of that name; absent where nothing is near. */
  readonly meant?: string;
  /** Of a path that one version alone has: the likeliest counterpart, with the reason why it is likely. */
  readonly candidate?: { readonly path: string; readonly reason: string };
  /** Of a path that one version alone has, no rule covers and nothing resembles: which version. */
  readonly onlyIn?: { readonly version: string; readonly isNewer: boolean };
  /** The word of an enum that has no partner. */
  readonly word?: JsonValue;
  /** The constraint that an entry of `accept` may name. */
  readonly refusal?: Refused & { readonly narrowing?: ShownNarrowing };
}

/** A constraint of a version that refuses what the other version allows. */
export interface Refused {
  readonly version: string;
  readonly constraint: ConstraintName;
}

/** What an E107 shows of a constraint that only one version has. */
export interface ShownNarrowing {
  /** The version whose values are refused. */
  readonly allowedIn: string;
  /** The constraint in words: `maxLength 253`. */
  readonly demand: string;
  /** True for a member that the refusing version requires. */
  readonly isRequired: boolean;
  /** True where the other version takes any text, and this one words: generated objects may hold none of them. */
  readonly mayNeedExample: boolean;
  /** Where an empty text may mean absence in the other version: the modifiers that say so, and whether a rule can take them. */
  readonly absence?: { readonly modifiers: string; readonly hasRule: boolean };
}

/** A refusal that the lens accepts. */
export interface AcceptedRefusal extends Refused {
  readonly entry: AcceptEntry;
}

/** Everything that follows from a lens and the schemas of its two versions. */
export interface LensAnalysis {
  readonly from: string;
  readonly to: string;
  /** The older version's fields, then the newer one's, each in the order of its schema. */
  readonly fields: readonly FieldAnalysis[];
  readonly faults: readonly LensFault[];
  /** What the compiler would report, had the author not accepted it. */
  readonly accepted: readonly AcceptedRefusal[];
}
