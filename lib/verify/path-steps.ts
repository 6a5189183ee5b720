import { versionGraph } from "../conversion/version-graph.ts";
import type { ConvertibleKind, VersionEdge } from "../converter/convertible-kind.ts";
import type { Side } from "../lens/language/side.ts";

/** One conversion of a path. */
export interface PathStep {
  readonly edge: VersionEdge;
  /** The side of the edge that the step starts from. */
  readonly side: Side;
}

/** The conversions that the graph runs from one version to another, as steps over the kind's edges. */
export function stepsBetween(kind: ConvertibleKind, from: string, to: string): readonly PathStep[] {
  const steps: PathStep[] = [];
  let at = from;
  for (const convert of versionGraph(kind).path(from, to) ?? []) {
    const step = kind.edges
      .map((edge) => stepOver(edge, at))
      .find((found) => {
        if (found === undefined) return false;
        return convert === (found.side === "from" ? found.edge.forward : found.edge.backward);
      });
    if (step === undefined) return steps;
    steps.push(step);
    at = step.side === "from" ? step.edge.to : step.edge.from;
  }
  return steps;
}

function stepOver(edge: VersionEdge, from: string): PathStep | undefined {
  if (edge.from === from) return { edge, side: "from" };
  return edge.to === from ? { edge, side: "to" } : undefined;
}
