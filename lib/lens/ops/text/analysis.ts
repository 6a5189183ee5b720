import { stringNode } from "../../language/metadata-node.ts";
import type { TextRule } from "../../language/rule.ts";
import { noteBoth } from "../analysis/both-sides.ts";
import { reportNarrowing } from "../analysis/carried.ts";
import { narrowings } from "../analysis/narrowings.ts";
import { declaredTypeOf, isOther, reportLacks, turnOf } from "../analysis/oriented.ts";
import type { AnalysisContext, OpPlace } from "../analysis/site.ts";

/** Reports a schema that refuses some value which a text can hold. */
export function walkText(walk: AnalysisContext, data: TextRule, place: OpPlace): void {
  const turn = turnOf(walk, data, place.at);
  const { at, first, second } = turn;
  noteBoth(
    walk,
    at,
    first === "from" ? { from: "preserved", to: "changed" } : { from: "changed", to: "preserved" },
  );
  if (isOther(turn, "text", "string", declaredTypeOf(at[second].node))) return;
  reportLacks(turn, first, stringNode, at[first]);
  for (const what of narrowings("free", at[second].node)) {
    // A text of another type than the other version declares can't be parsed.
    const isType = what.type === "constraint" && what.constraint.keyword === "type";
    if (!isType) reportNarrowing(walk, at, second, what);
  }
}
