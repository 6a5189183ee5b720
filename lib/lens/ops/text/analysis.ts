import { stringNode } from "../../language/metadata-node.ts";
import type { TextRule } from "../../language/rule.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { noteBothOutcomes } from "../analysis/both-sides.ts";
import { reportNarrowing } from "../analysis/carried.ts";
import { placesBelow } from "../analysis/leaves.ts";
import { narrowings } from "../analysis/narrowings.ts";
import {
  declaredTypeOf,
  type OrientedPair,
  orientPair,
  reportRefusedWrites,
  reportRequiredMember,
  reportsOtherType,
} from "../analysis/oriented.ts";
import type { SchemaPlace } from "../analysis/place-pair.ts";

/** Reports a schema that refuses values which a text can hold. */
export function walkText(walk: AnalysisContext, data: TextRule, opPlace: OpPlace): void {
  const oriented = orientPair(walk, data, opPlace.pair);
  const { pair, first, second } = oriented;
  noteBothOutcomes(
    walk,
    pair,
    first === "from" ? { from: "preserved", to: "changed" } : { from: "changed", to: "preserved" },
  );
  if (reportsOtherType(oriented, "text", "string", declaredTypeOf(pair[second].node))) return;
  reportRefusedWrites(oriented, first, stringNode, pair[first]);
  for (const what of narrowings("free", pair[second].node)) {
    // A text that holds a value of another type than the schema declares cannot be parsed.
    const isType = what.type === "constraint" && what.constraint.keyword === "type";
    if (!isType) reportNarrowing(walk, pair, second, what);
  }
  reportRequiredBelow(oriented, pair[second]);
}

/** Reports E104 for all required members of a text's value: what a text says is written also without them. */
function reportRequiredBelow(oriented: OrientedPair, place: SchemaPlace): void {
  const { node } = place;
  if (typeof node === "string") return;
  for (const key of node.validation?.required ?? []) reportRequiredMember(oriented, place, key);
  for (const below of placesBelow(place)) reportRequiredBelow(oriented, below);
}
