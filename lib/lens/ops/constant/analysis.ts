import type { ConstantRule } from "../../language/rule.ts";
import { noteTree } from "../analysis/leaves.ts";
import { sideOf } from "../analysis/one-side.ts";
import type { OpPlace, Walk } from "../analysis/site.ts";
import { reportFill, reportMisfit } from "../analysis/value-reports.ts";

export function walkConstant(walk: Walk, data: ConstantRule, { at }: OpPlace): void {
  const side = sideOf(data);
  const spot = at[side];
  reportMisfit(walk, spot, data.value, { rule: data, side });
  if (!at.isWhole) reportFill(walk, "constant", spot, data);
  noteTree(walk, spot, { side, verdict: "preserved", to: [], rule: data });
}
