import { otherSide, type Side } from "../../../converter/side.ts";
import type { AnalysisContext, OpPlace } from "./analysis-context.ts";
import { noteTree } from "./leaves.ts";
import type { FieldOutcome } from "./lens-analysis.ts";

/** Notes the same outcome for all paths of a rule in one version. */
export function noteSide(
  walk: AnalysisContext,
  { places, pair }: OpPlace,
  side: Side,
  outcome: FieldOutcome,
): void {
  const to = places[otherSide(side)].map(({ path }) => path);
  for (const place of places[side]) noteTree(walk, place, { side, outcome, to, rule: pair.via });
}
