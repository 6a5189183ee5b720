import type { Kind } from "../../../kind/kind.ts";
import { analyzeKind, type KindAnalysis } from "../../../lens/check/analyze-kind.ts";

/** The compiler's analysis of a kind's lenses. Conversions in code are not analysed, but join their versions. */
export function kindAnalysis({ crd, kind, group, gone, lenses, edges }: Kind): KindAnalysis {
  const written = edges.filter(
    (edge) => !lenses.some(({ from, to }) => from === edge.from && to === edge.to),
  );
  return analyzeKind({
    group,
    kind,
    versions: [...crd.versions, ...gone],
    lenses,
    edges: written,
  });
}
