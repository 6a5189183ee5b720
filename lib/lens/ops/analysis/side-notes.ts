import { otherSide, type Side } from "../../../converter/side.ts";
import { noteTree } from "./leaves.ts";
import type { Verdict } from "./lens-analysis.ts";
import type { AnalysisContext, OpPlace } from "./site.ts";

/** Notes what becomes of all places of a side. */
export function noteSide(
  walk: AnalysisContext,
  { spots, at }: OpPlace,
  side: Side,
  verdict: Verdict,
): void {
  const to = spots[otherSide(side)].map(({ path }) => path);
  for (const spot of spots[side]) noteTree(walk, spot, { side, verdict, to, rule: at.via });
}
