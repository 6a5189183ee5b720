import type { Kind } from "../../../kind/kind.ts";
import type { KindAnalysis } from "../../../lens/check/analyze-kind.ts";
import { type StrategyAdvice, strategyAdvice } from "../../../lens/suggest/strategy-advice.ts";
import { kindAnalysis } from "../../kinds/compile/kind-analysis.ts";

/** What the compiler says of a kind: its lenses, how they join the versions, and whether a webhook is needed at all. */
export interface CompilerReport {
  readonly analysis: KindAnalysis;
  readonly advice: readonly StrategyAdvice[];
}

/** Asks the compiler about a kind. */
export function compilerReport(kind: Kind): CompilerReport {
  const { crd, lenses } = kind;
  return {
    analysis: kindAnalysis(kind),
    advice: strategyAdvice({ versions: crd.versions, lenses }),
  };
}
