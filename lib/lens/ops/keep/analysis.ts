import { otherSide } from "../../../converter/side.ts";
import type { KeepRule } from "../../language/rule.ts";
import { nodeAt } from "../../language/schema-node.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { quotedPath, reportFault } from "../analysis/fault-texts.ts";
import { noteTree } from "../analysis/leaves.ts";
import type { SchemaPlace } from "../analysis/place-pair.ts";
import { sideOfRule } from "../analysis/side-of-rule.ts";

/** Reports E126 for a field that both versions have. */
export function walkKeep(
  walk: AnalysisContext,
  data: KeepRule,
  { scopePair, pair, rule, isClaimed }: OpPlace,
): void {
  const side = sideOfRule(data);
  const place = pair[side];
  const [own] = rule[side];
  const opposite = otherSide(side);
  if (own !== undefined && !isClaimed(opposite, own) && isOnSide(scopePair[opposite], own)) {
    reportFault(walk, {
      code: "E126",
      path: place.path,
      text: `keep on ${quotedPath(place.path)}, which both versions have. Remove the rule, or drop the field with a reason`,
      rule: data,
    });
  }
  noteTree(walk, place, { side, outcome: "preserved", to: [], rule: data });
}

function isOnSide({ node }: SchemaPlace, path: readonly string[]): boolean {
  const found = nodeAt(node, path);
  return found !== "none" && found !== "free";
}
