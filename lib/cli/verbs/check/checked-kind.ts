import type { VersionPair } from "../../../lens/check/analyze-kind.ts";
import type { LensData } from "../../../lens/language/rule.ts";
import type { KindReport } from "../../../verify/check-kind.ts";
import type { CompilerReport } from "./compiler.ts";

/** The report on one kind. */
export interface CheckedKindReport extends KindReport, CompilerReport {
  readonly versions: readonly string[];
  /** The pairs of versions between which a lens, or a conversion in code, converts. */
  readonly pairs: readonly VersionPair[];
  readonly lenses: readonly LensData[];
  /** The number of samples of the kind. */
  readonly samples: number;
  /** The number of examples in its conversion. */
  readonly examples: number;
  /** Why the lenses do not compile, as all commands print it; if there is an error, no law was tried. */
  readonly errors: readonly string[];
  /** Notes for the kind's author that are not results of laws. */
  readonly notes: readonly string[];
}
