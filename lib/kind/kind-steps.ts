import { versionGraph } from "../conversion/version-graph.ts";
import type { Converter } from "../converter/converter.ts";
import type { VersionEdge } from "../converter/convertible-kind.ts";
import type { LensData } from "../lens/language/rule.ts";
import type { Side } from "../lens/language/side.ts";
import type { Kind } from "./kind.ts";

/** One conversion on the way from a version to another. */
export interface Step {
  readonly from: string;
  readonly to: string;
  readonly edge: VersionEdge;
  readonly convert: Converter;
  /** Absent where the conversion is written by hand. */
  readonly lens: LensData | undefined;
  /** The side of the lens that the way starts from. */
  readonly side: Side;
}

/** The conversions that lead from a version to another, in order; none where a step of the way is not known. */
export function stepsBetween(kind: Kind, from: string, to: string): readonly Step[] {
  const path = versionGraph(kind).path(from, to) ?? [];
  return path.flatMap((convert) => stepOf(kind, convert) ?? []);
}

function stepOf(kind: Kind, convert: Converter): Step | undefined {
  const byHand = kind.edges.length - kind.lenses.length;
  for (const [index, edge] of kind.edges.entries()) {
    const lens = kind.lenses[index - byHand];
    if (edge.forward === convert) {
      return { from: edge.from, to: edge.to, edge, convert, lens, side: "from" };
    }
    if (edge.backward === convert) {
      return { from: edge.to, to: edge.from, edge, convert, lens, side: "to" };
    }
  }
  return undefined;
}
