import type { DurationRule } from "../../language/rule.ts";
import { walkMeasure } from "../analysis/measures.ts";
import type { AnalysisContext, OpPlace } from "../analysis/site.ts";
import { clampOf } from "../bounds.ts";
import { durationCodec } from "./codec.ts";

/** Reports schemas that cannot hold text or an integer. */
export function walkDuration(walk: AnalysisContext, data: DurationRule, { at }: OpPlace): void {
  walkMeasure(walk, at, data, (node) => durationCodec(data, clampOf(data, node)));
}
