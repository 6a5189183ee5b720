import type { QuantityRule } from "../../language/rule.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { quotedPath, reportFault, valueText } from "../analysis/fault-texts.ts";
import { walkMeasure } from "../analysis/measures.ts";
import { clampOf } from "../bounds.ts";
import { quantityCodec } from "./codec.ts";
import { quantityScales } from "./quantity-text.ts";

/** Reports E119 for a scale that is not a suffix of quantities, and schemas that can't hold the quantity or the integer. */
export function walkQuantity(walk: AnalysisContext, data: QuantityRule, { pair }: OpPlace): void {
  if (quantityScales.has(data.scale)) {
    walkMeasure(walk, pair, data, (node) => quantityCodec(data, clampOf(data, node)));
    return;
  }
  const text = `scale ${valueText(data.scale)} does not fit ${quotedPath(pair.from.path)}: it is not a suffix of a quantity`;
  reportFault(walk, { code: "E119", path: pair.from.path, text, rule: data });
}
