import type { Side } from "../../../converter/side.ts";
import type { Path } from "../../language/path.ts";
import type { RuleData } from "../../language/rule.ts";
import type { SchemaNode } from "../../language/schema-node.ts";
import type { Verdict } from "./lens-analysis.ts";
import { type AnalysisContext, itemSpot, memberSpot, type Spot, valueSpot } from "./site.ts";
import { hasValues } from "./subsumption.ts";

/** True for a place whose schema names nothing below it. */
export function isLeaf(node: SchemaNode): boolean {
  if (typeof node === "string") return true;
  return (node.properties?.size ?? 0) === 0 && node.items === undefined && !hasValues(node);
}

/** The places directly below one. */
export function spotsBelow(spot: Spot): readonly Spot[] {
  const { node } = spot;
  if (typeof node === "string") return [];
  return [
    ...[...(node.properties?.keys() ?? [])].map((key) => memberSpot(spot, key)),
    ...(node.items === undefined ? [] : [itemSpot(spot)]),
    ...(hasValues(node) ? [valueSpot(spot)] : []),
  ];
}

/** What becomes of a place and all below it. */
interface Fate {
  readonly side: Side;
  readonly verdict: Verdict;
  readonly to: readonly Path[];
  readonly rule: RuleData | undefined;
  readonly reason?: string;
}

/** Notes one fate for a place and every leaf below it. */
export function noteTree(walk: AnalysisContext, spot: Spot, fate: Fate): void {
  if (spot.node === "none") return;
  walk.findings.note({ ...fate, path: spot.path });
  noteLeaves(walk, spot, fate);
}

function noteLeaves(walk: AnalysisContext, spot: Spot, fate: Fate): void {
  for (const below of spotsBelow(spot)) {
    if (isLeaf(below.node)) walk.findings.note({ ...fate, path: below.path });
    else noteLeaves(walk, below, fate);
  }
}
