import type { VersionPair } from "../../../lens/check/analyze-kind.ts";
import type { LensData } from "../../../lens/language/rule.ts";
import type { KindReport } from "../../../verify/check-kind.ts";
import type { CompilerReport } from "./compiler.ts";

/** The report on one kind. */
export interface CheckedKindReport extends KindReport, CompilerReport {
  readonly versions: readonly string[];
  /** The versions that a lens or a conversion in code joins. */
  readonly pairs: readonly VersionPair[];
  readonly lenses: readonly LensData[];
  /** How many samples and examples the kind has. */
  readonly samples: number;
  readonly examples: number;
  /** Why the lenses do not compile, in the words of every verb; no law was tried then. */
  readonly errors: readonly string[];
  /** Notes for its author that no law covers. */
  readonly notes: readonly string[];
}
