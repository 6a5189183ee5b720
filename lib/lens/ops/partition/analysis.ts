import { sides } from "../../../converter/side.ts";
import type { PartitionRule } from "../../language/rule.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { reportNarrowedPaths } from "../analysis/narrowed-path-reports.ts";
import { noteSide } from "../analysis/side-notes.ts";

/** Reports items of one version's lists that the schema of the other version refuses. */
export function walkPartition(walk: AnalysisContext, _data: PartitionRule, opPlace: OpPlace): void {
  for (const side of sides) noteSide(walk, opPlace, side, "preserved");
  for (const from of opPlace.places.from) {
    for (const to of opPlace.places.to) {
      const pair = { ...opPlace.pair, from, to };
      for (const side of sides) reportNarrowedPaths(walk, pair, side);
    }
  }
}
