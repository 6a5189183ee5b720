import type { ConvertRule, ScalarType } from "../../language/rule.ts";
import { compareNull, noteBoth, reportWrongTypes } from "../analysis/both-sides.ts";
import type { Verdict } from "../analysis/lens-analysis.ts";
import { reportImages } from "../analysis/measures.ts";
import type { AnalysisContext, OpPlace } from "../analysis/site.ts";
import { clampsOf, convertCodec, scalarTypes } from "./codec.ts";

/** Reports types that do not belong together, and allowed words that cannot be parsed. */
export function walkConvert(walk: AnalysisContext, data: ConvertRule, { at }: OpPlace): void {
  const nodes = { from: at.from.node, to: at.to.node };
  const types = data.types ?? scalarTypes(nodes);
  const wanted = { op: "convert", from: asTypes(types[0]), to: asTypes(types[1]) };
  if (!reportWrongTypes(walk, at, wanted)) {
    compareNull(walk, at);
    reportImages(walk, at, convertCodec({ types, clamps: clampsOf(data, nodes, types) }));
  }
  const verdictOf = (own: ScalarType, other: ScalarType): Verdict =>
    own === "string" && other !== "string" ? "preserved" : "changed";
  noteBoth(walk, at, { from: verdictOf(types[0], types[1]), to: verdictOf(types[1], types[0]) });
}

/** What of a type stands for it: a number field may hold integers alone. */
function asTypes(type: ScalarType): readonly string[] {
  return type === "integer" ? ["integer", "number"] : [type];
}
