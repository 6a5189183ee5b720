import type { Structural } from "../../../schema/structural/structural.ts";
import { stringNode } from "../../language/metadata-node.ts";
import type { CountRule } from "../../language/rule.ts";
import { reportRefusal } from "../analysis/carried.ts";
import {
  isMissing,
  isOther,
  noteNothingRead,
  noteOthers,
  reportLacks,
  turnOf,
  within,
} from "../analysis/oriented.ts";
import { type AnalysisContext, itemSpot, memberSpot, type OpPlace } from "../analysis/site.ts";

/** Reports items without name or quantity, and a list that cannot hold one string twice. */
export function walkCount(walk: AnalysisContext, data: CountRule, place: OpPlace): void {
  const { name = "name", quantity = "quantity" } = data;
  const turn = turnOf(walk, data, place.at);
  const { at, first, second } = turn;
  noteNothingRead(turn);
  if (isOther(turn, "count", "array", "array")) return;
  const item = itemSpot(at[second]);
  const [names, counts] = [memberSpot(item, name), memberSpot(item, quantity)];
  if ([isMissing(turn, names), isMissing(turn, counts)].includes(true)) return;
  walk.scope(walk, [], within(turn, itemSpot(at[first]), names, ["preserved", "preserved"]));
  noteOthers(turn, item, [name, quantity]);
  const counted: Structural = { ...stringNode, type: "integer", validation: { minimum: 1 } };
  reportLacks(turn, second, counted, counts);
  if (typeof at[first].node !== "string" && at[first].node.x.listType === "set") {
    const constraint = { keyword: "unique" } as const;
    reportRefusal(walk, at, first, { constraint, text: "unique, no item twice" });
  }
}
