import type { DefaultRule } from "../../language/rule.ts";
import type { Side } from "../../language/side.ts";
import { otherSide } from "../../language/side.ts";
import { noteBoth } from "../analysis/both-sides.ts";
import { compareCarried } from "../analysis/carried.ts";
import type { OpPlace, Walk } from "../analysis/site.ts";
import { reportFill, reportMisfit } from "../analysis/value-reports.ts";

export function walkDefault(walk: Walk, data: DefaultRule, { at }: OpPlace): void {
  const first: Side = data.inverted === true ? "to" : "from";
  compareCarried(walk, at);
  reportMisfit(walk, at[otherSide(first)], data.value, { rule: data, side: otherSide(first) });
  if (!at.isWhole) reportFill(walk, "default", at[otherSide(first)], data);
  noteBoth(
    walk,
    at,
    first === "from" ? { from: "preserved", to: "changed" } : { from: "changed", to: "preserved" },
  );
}
