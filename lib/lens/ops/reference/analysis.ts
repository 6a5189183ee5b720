import type { ReferenceRule } from "../../language/rule.ts";
import { isMissing, isOther, noteUnread, reportRequired, turnOf } from "../analysis/oriented.ts";
import { memberSpot, type OpPlace, type Walk } from "../analysis/site.ts";

/** Reports required members that the op does not write. */
export function walkReference(walk: Walk, data: ReferenceRule, place: OpPlace): void {
  const { group = "apiGroup", namespace } = data;
  const turn = turnOf(walk, data, place.at);
  const { at, first, second } = turn;
  noteUnread(turn);
  if (isOther(turn, "reference", "object", "object")) return;
  const own = ["apiVersion", "kind", "name", ...(namespace === "own" ? ["namespace"] : [])];
  for (const [side, known] of [
    [first, own],
    [second, [group, "kind", "name"]],
  ] as const) {
    const { node } = at[side];
    if (typeof node === "string") continue;
    const others = (node.validation?.required ?? []).filter((key) => !known.includes(key));
    for (const key of others) reportRequired(walk, at, side, at[side], key);
  }
  isMissing(turn, memberSpot(at[second], group));
}
