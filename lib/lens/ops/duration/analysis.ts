import type { DurationRule } from "../../language/rule.ts";
import { walkMeasure } from "../analysis/measures.ts";
import type { OpPlace, Walk } from "../analysis/site.ts";
import { clampOf } from "../bounds.ts";
import { durationCodec } from "./codec.ts";

/** Reports schemas that cannot hold text or an integer. */
export function walkDuration(walk: Walk, data: DurationRule, { at }: OpPlace): void {
  walkMeasure(walk, at, data, (node) => durationCodec(data, clampOf(data, node)));
}
