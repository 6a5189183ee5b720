import type { Structural } from "../../../schema/structural/structural.ts";
import { stringNode } from "../../language/metadata-node.ts";
import type { CountRule } from "../../language/rule.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { reportRefusal } from "../analysis/carried.ts";
import {
  noteBothPreserved,
  noteOtherMembers,
  orientedPairBelow,
  orientPair,
  reportRefusedWrites,
  reportsOtherType,
  reportsUndeclared,
} from "../analysis/oriented.ts";
import { itemSchemaPlace, memberSchemaPlace } from "../analysis/place-pair.ts";

/** Reports items without the name or quantity, and a list that can't have a string twice. */
export function walkCount(walk: AnalysisContext, data: CountRule, opPlace: OpPlace): void {
  const { name = "name", quantity = "quantity" } = data;
  const oriented = orientPair(walk, data, opPlace.pair);
  const { pair, first, second } = oriented;
  noteBothPreserved(oriented);
  if (reportsOtherType(oriented, "count", "array", "array")) return;
  const item = itemSchemaPlace(pair[second]);
  const [names, counts] = [memberSchemaPlace(item, name), memberSchemaPlace(item, quantity)];
  if ([reportsUndeclared(oriented, names), reportsUndeclared(oriented, counts)].includes(true))
    return;
  walk.scope(
    walk,
    [],
    orientedPairBelow(oriented, itemSchemaPlace(pair[first]), names, ["preserved", "preserved"]),
  );
  noteOtherMembers(oriented, item, [name, quantity]);
  const counted: Structural = { ...stringNode, type: "integer", validation: { minimum: 1 } };
  reportRefusedWrites(oriented, second, counted, counts);
  if (typeof pair[first].node !== "string" && pair[first].node.x.listType === "set") {
    const constraint = { keyword: "unique" } as const;
    reportRefusal(walk, pair, first, { constraint, text: "unique, no item twice" });
  }
}
