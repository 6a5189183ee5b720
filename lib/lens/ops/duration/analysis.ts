import type { DurationRule } from "../../language/rule.ts";
import { walkMeasure } from "../analysis/measures.ts";
import type { OpPlace, Walk } from "../analysis/site.ts";
import { durationCodec } from "./codec.ts";

export function walkDuration(walk: Walk, data: DurationRule, { at }: OpPlace): void {
  walkMeasure(walk, at, data, durationCodec(data));
}
