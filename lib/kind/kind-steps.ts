import {
  converterOf,
  type EdgeStep,
  targetVersion,
  versionGraph,
} from "../conversion/version-graph.ts";
import type { Converter } from "../converter/converter.ts";
import type { ConvertibleKind } from "../converter/convertible-kind.ts";
import type { LensData } from "../lens/language/rule.ts";
import type { KindEdge } from "./kind.ts";

/** One conversion on the path from one version to another. */
export interface ConversionStep extends EdgeStep<KindEdge> {
  readonly from: string;
  readonly to: string;
  readonly convert: Converter;
  /** Undefined if the conversion is written in code. */
  readonly lens: LensData | undefined;
}

/** The conversions that lead from one version to another, in order; empty if both are the same or no path connects them. */
export function stepsBetween(
  kind: ConvertibleKind<KindEdge>,
  from: string,
  to: string,
): readonly ConversionStep[] {
  return (versionGraph(kind).steps(from, to) ?? []).map((step) => ({
    ...step,
    from: step.edge[step.side],
    to: targetVersion(step),
    convert: converterOf(step),
    lens: step.edge.lens,
  }));
}
