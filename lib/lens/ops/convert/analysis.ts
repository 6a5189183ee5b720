import type { ConvertRule, ScalarType } from "../../language/rule.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { compareNull, noteBothOutcomes, reportWrongTypes } from "../analysis/both-sides.ts";
import type { FieldOutcome } from "../analysis/lens-analysis.ts";
import { reportRefusedImages } from "../analysis/measures.ts";
import { clampsOf, convertCodec, scalarTypes } from "./codec.ts";

/** Reports a schema of another type than the rule converts, and values of one version whose image the other refuses. */
export function walkConvert(walk: AnalysisContext, data: ConvertRule, { pair }: OpPlace): void {
  const nodes = { from: pair.from.node, to: pair.to.node };
  const types = data.types ?? scalarTypes(nodes);
  const wanted = { op: "convert", from: asTypes(types[0]), to: asTypes(types[1]) };
  if (!reportWrongTypes(walk, pair, wanted)) {
    compareNull(walk, pair);
    reportRefusedImages(walk, pair, convertCodec({ types, clamps: clampsOf(data, nodes, types) }));
  }
  const outcomeOf = (type: ScalarType, otherType: ScalarType): FieldOutcome =>
    type === "string" && otherType !== "string" ? "preserved" : "changed";
  noteBothOutcomes(walk, pair, {
    from: outcomeOf(types[0], types[1]),
    to: outcomeOf(types[1], types[0]),
  });
}

/** The schema types of fields that the op reads as a scalar type. Integers may be in a field of type number. */
function asTypes(type: ScalarType): readonly string[] {
  return type === "integer" ? ["integer", "number"] : [type];
}
