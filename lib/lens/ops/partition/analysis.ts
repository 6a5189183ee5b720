import { sides } from "../../../converter/side.ts";
import type { PartitionRule } from "../../language/rule.ts";
import { reportShortfalls } from "../analysis/shortfall-reports.ts";
import { noteSide } from "../analysis/side-notes.ts";
import type { AnalysisContext, OpPlace } from "../analysis/site.ts";

/** Reports parts whose items the joined list refuses, and the reverse. */
export function walkPartition(walk: AnalysisContext, _data: PartitionRule, place: OpPlace): void {
  for (const side of sides) noteSide(walk, place, side, "preserved");
  for (const from of place.spots.from) {
    for (const to of place.spots.to) {
      const at = { ...place.at, from, to };
      for (const side of sides) reportShortfalls(walk, at, side);
    }
  }
}
