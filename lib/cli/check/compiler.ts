import type { Kind } from "../../admission/kind.ts";
import { analyzeKind, type KindAnalysis } from "../../conversion/analysis/analyze-kind.ts";
import { type StrategyAdvice, strategyAdvice } from "../../conversion/analysis/strategy-advice.ts";

/** What the compiler says of a kind: its lenses, how they join the versions, and whether a webhook is needed at all. */
export interface CompilerReport {
  readonly analysis: KindAnalysis;
  readonly advice: readonly StrategyAdvice[];
}

/** Asks the compiler about a kind; conversions written by hand count as joining their versions. */
export function compilerReport({
  crd,
  kind,
  group,
  versions,
  lenses,
  edges,
}: Kind): CompilerReport {
  const listed = crd.versions.map(({ name }) => name);
  const written = edges.filter(
    (edge) => !lenses.some(({ from, to }) => from === edge.from && to === edge.to),
  );
  return {
    analysis: analyzeKind({
      group,
      kind,
      versions: crd.versions,
      tombstones: versions.filter((version) => !listed.includes(version)),
      lenses,
      edges: written,
    }),
    advice: strategyAdvice({ versions: crd.versions, lenses }),
  };
}
