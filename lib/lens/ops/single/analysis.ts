import type { SingleRule } from "../../language/rule.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { reportRefusal } from "../analysis/carried.ts";
import type { FieldOutcome } from "../analysis/lens-analysis.ts";
import {
  declaredTypeOf,
  isMapList,
  noteBothPreserved,
  orientedPairBelow,
  orientPair,
  reportsOtherType,
} from "../analysis/oriented.ts";
import { itemSchemaPlace } from "../analysis/place-pair.ts";

/** Reports a list that requires more than one item, and checks the inner rules against the items. */
export function walkSingle(walk: AnalysisContext, data: SingleRule, opPlace: OpPlace): void {
  const { rules } = data;
  const oriented = orientPair(walk, data, opPlace.pair);
  const { pair, first, second } = oriented;
  const list = pair[first].node;
  if (typeof list !== "string" && list.type !== "array") {
    reportsOtherType(oriented, "single", "array", declaredTypeOf(pair[second].node));
    noteBothPreserved(oriented);
    return;
  }
  const bounds = typeof list === "string" ? {} : (list.validation ?? {});
  const own: FieldOutcome =
    bounds.maxItems === 1 && bounds.minItems === 1 ? "changed" : "preserved";
  const isWhole = pair.isWhole || !isMapList(list);
  if ((bounds.minItems ?? 0) > 1) {
    const constraint = { keyword: "minItems" } as const;
    reportRefusal(walk, pair, first, { constraint, text: `minItems ${bounds.minItems}` });
  }
  const itemPair = orientedPairBelow(oriented, itemSchemaPlace(pair[first]), pair[second], [
    own,
    "changed",
  ]);
  walk.findings.note({
    side: first,
    path: pair[first].path,
    outcome: own,
    to: [pair[second].path],
    rule: pair.via,
  });
  walk.scope(walk, rules ?? [], { ...itemPair, isWhole });
}
