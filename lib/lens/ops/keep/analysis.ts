import { otherSide } from "../../../converter/side.ts";
import type { KeepRule } from "../../language/rule.ts";
import { nodeAt } from "../../language/schema-node.ts";
import { quotedPath, report } from "../analysis/fault-texts.ts";
import { noteTree } from "../analysis/leaves.ts";
import { sideOf } from "../analysis/one-side.ts";
import type { AnalysisContext, OpPlace, Spot } from "../analysis/site.ts";

/** Reports a field that both versions have. */
export function walkKeep(
  walk: AnalysisContext,
  data: KeepRule,
  { site, at, rule, isClaimed }: OpPlace,
): void {
  const side = sideOf(data);
  const spot = at[side];
  const [own] = rule[side];
  const other = otherSide(side);
  if (own !== undefined && !isClaimed(other, own) && isOnSide(site[other], own)) {
    report(walk, {
      code: "E126",
      path: spot.path,
      text: `keep on ${quotedPath(spot.path)}, which both versions have: leave it identical, or drop it with a reason`,
      rule: data,
    });
  }
  noteTree(walk, spot, { side, verdict: "preserved", to: [], rule: data });
}

function isOnSide({ node }: Spot, path: readonly string[]): boolean {
  const found = nodeAt(node, path);
  return found !== "none" && found !== "free";
}
