import type { WrapRule } from "../../language/rule.ts";
import { noteBoth } from "../analysis/both-sides.ts";
import { reportNarrowing } from "../analysis/carried.ts";
import type { Verdict } from "../analysis/lens-analysis.ts";
import { narrowings } from "../analysis/narrowings.ts";
import {
  isMissing,
  isOther,
  noteOthers,
  noteUnread,
  type Turn,
  turnOf,
  within,
} from "../analysis/oriented.ts";
import { itemSpot, memberSpot, type OpPlace, type Walk } from "../analysis/site.ts";

/** Reports items without the member, and lists whose sizes or types differ. */
export function walkWrap(walk: Walk, data: WrapRule, place: OpPlace): void {
  const { key } = data;
  const turn = turnOf(walk, data, place.at);
  const { at, first, second } = turn;
  if (isOther(turn, "wrap", "array", "array")) {
    noteUnread(turn);
    return;
  }
  const item = itemSpot(at[second]);
  const inner = memberSpot(item, key);
  if (isMissing(turn, inner)) return;
  const isPlain = typeof item.node !== "string" && item.node.properties?.size === 1;
  const back: Verdict = isPlain ? "changed" : "preserved";
  noteBoth(
    walk,
    at,
    first === "from" ? { from: "changed", to: back } : { from: back, to: "changed" },
  );
  compareLists(turn, key);
  walk.scope(walk, [], within(turn, itemSpot(at[first]), inner, ["changed", back]));
  noteOthers(turn, item, [key]);
}

/** Sizes and kinds of two lists with as many items; a set is a list by the key that its items become. */
function compareLists({ walk, at, first, second }: Turn, key: string): void {
  const [scalars, maps] = [at[first].node, at[second].node];
  if (typeof scalars === "string" || typeof maps === "string") return;
  const { listMapKeys = [] } = maps.x;
  const isSame = scalars.x.listType === "set" && listMapKeys.length === 1 && listMapKeys[0] === key;
  for (const [side, given, taker] of [
    [second, scalars, maps],
    [first, maps, scalars],
  ] as const) {
    for (const what of narrowings(given, taker)) {
      const isKind = what.type === "constraint" && what.constraint.keyword === "unique";
      if (!(isSame && isKind)) reportNarrowing(walk, at, side, what);
    }
  }
}
