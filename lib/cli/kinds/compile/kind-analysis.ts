import type { Kind } from "../../../kind/kind.ts";
import { analyzeKind, type KindAnalysis } from "../../../lens/check/analyze-kind.ts";

/** The compiler's analysis of a kind's lenses. Conversions in code count as joining their versions. */
export function kindAnalysis({ crd, kind, group, versions, lenses, edges }: Kind): KindAnalysis {
  const listed = crd.versions.map(({ name }) => name);
  const written = edges.filter(
    (edge) => !lenses.some(({ from, to }) => from === edge.from && to === edge.to),
  );
  return analyzeKind({
    group,
    kind,
    versions: crd.versions,
    tombstones: versions.filter((version) => !listed.includes(version)),
    lenses,
    edges: written,
  });
}
