import type { SingleRule } from "../../language/rule.ts";
import { reportRefusal } from "../analysis/carried.ts";
import type { Verdict } from "../analysis/lens-analysis.ts";
import {
  declaredTypeOf,
  isMapList,
  isOther,
  noteNothingRead,
  turnOf,
  within,
} from "../analysis/oriented.ts";
import { type AnalysisContext, itemSpot, type OpPlace } from "../analysis/site.ts";

/** Reports a list that requires more than one item, and checks the inner rules against the items. */
export function walkSingle(walk: AnalysisContext, data: SingleRule, place: OpPlace): void {
  const { rules } = data;
  const turn = turnOf(walk, data, place.at);
  const { at, first, second } = turn;
  const list = at[first].node;
  if (typeof list !== "string" && list.type !== "array") {
    isOther(turn, "single", "array", declaredTypeOf(at[second].node));
    noteNothingRead(turn);
    return;
  }
  const bounds = typeof list === "string" ? {} : (list.validation ?? {});
  const own: Verdict = bounds.maxItems === 1 && bounds.minItems === 1 ? "changed" : "preserved";
  const isWhole = at.isWhole || !isMapList(list);
  if ((bounds.minItems ?? 0) > 1) {
    const constraint = { keyword: "minItems" } as const;
    reportRefusal(walk, at, first, { constraint, text: `minItems ${bounds.minItems}` });
  }
  const site = within(turn, itemSpot(at[first]), at[second], [own, "changed"]);
  walk.findings.note({
    side: first,
    path: at[first].path,
    verdict: own,
    to: [at[second].path],
    rule: at.via,
  });
  walk.scope(walk, rules ?? [], { ...site, isWhole });
}
