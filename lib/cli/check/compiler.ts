import type { Kind } from "../../admission/kind.ts";
import type { LensAnalysis } from "../../conversion/analysis/analysis.ts";
import { UsageError } from "../command.ts";

/** What the compiler says of each lens of a kind. */
export function analysesOf(_kind: Kind): readonly LensAnalysis[] {
  // TODO(issue 5): analyzeKind of conversion/analysis once it stands.
  return [];
}

/** What the compiler advises for a kind's conversion strategy, a sentence each. */
export function adviceFor(_kind: Kind): readonly string[] {
  // TODO(issue 5): strategyAdvice of conversion/analysis once it stands.
  return [];
}

/** The lenses drawn as one HTML file. */
export function drawn(_analyses: readonly LensAnalysis[]): string {
  // TODO(issue 5): crosswalkHtml of cli/crosswalk once it stands.
  throw new UsageError("--html is not built yet");
}
