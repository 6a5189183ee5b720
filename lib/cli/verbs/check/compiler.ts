import type { Kind } from "../../../kind/kind.ts";
import type { KindAnalysis } from "../../../lens/check/analyze-kind.ts";
import { type StrategyAdvice, strategyAdvice } from "../../../lens/suggest/strategy-advice.ts";
import { kindAnalysis } from "../../kinds/compile/kind-analysis.ts";

/** The compiler's analysis of a kind, with advice on whether the kind needs a conversion webhook. */
export interface CompilerReport {
  readonly analysis: KindAnalysis;
  readonly advice: readonly StrategyAdvice[];
}

/** Analyzes a kind's lenses, and whether the kind needs a conversion webhook. */
export function compilerReport(kind: Kind): CompilerReport {
  const { crd, lenses } = kind;
  return {
    analysis: kindAnalysis(kind),
    advice: strategyAdvice({ versions: crd.versions, lenses }),
  };
}
