import type { DurationRule } from "../../language/rule.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { walkMeasure } from "../analysis/measures.ts";
import { clampOf } from "../bounds.ts";
import { durationCodec } from "./codec.ts";

/** Reports schemas that can't hold the text or the integer. */
export function walkDuration(walk: AnalysisContext, data: DurationRule, { pair }: OpPlace): void {
  walkMeasure(walk, pair, data, (node) => durationCodec(data, clampOf(data, node)));
}
