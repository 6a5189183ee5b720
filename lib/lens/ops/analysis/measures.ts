import { otherSide } from "../../../converter/side.ts";
import type { RuleData } from "../../language/rule.ts";
import type { SchemaNode } from "../../language/schema-node.ts";
import type { ValueCodec } from "../codec.ts";
import { isInverted } from "../registry.ts";
import type { AnalysisContext } from "./analysis-context.ts";
import { compareNull, noteBothOutcomes, reportWrongTypes } from "./both-sides.ts";
import { reportRefusal } from "./carried.ts";
import { keywordConstraintText } from "./constraint-tests.ts";
import { valueText } from "./fault-texts.ts";
import type { PlacePair } from "./place-pair.ts";
import { sampleImages } from "./samples.ts";

/**
 * Analyses a duration or quantity: text on the first side, an integer on the second. `codecFor` makes the op's codec for the
 * schema of the integer.
 */
export function walkMeasure(
  walk: AnalysisContext,
  pair: PlacePair,
  data: RuleData,
  codecFor: (integers: SchemaNode) => ValueCodec,
): void {
  const turned = isInverted(data, { from: pair.from.node, to: pair.to.node });
  const [first, second] = [
    ["string", "int-or-string"],
    ["integer", "number"],
  ];
  const wanted = turned ? { from: second, to: first } : { from: first, to: second };
  if (
    !reportWrongTypes(walk, pair, { op: data.op, from: wanted.from ?? [], to: wanted.to ?? [] })
  ) {
    compareNull(walk, pair);
    const codec = codecFor(turned ? pair.from.node : pair.to.node);
    reportRefusedImages(walk, pair, turned ? turnedCodec(codec) : codec);
  }
  noteBothOutcomes(
    walk,
    pair,
    turned ? { from: "changed", to: "preserved" } : { from: "preserved", to: "changed" },
  );
}

/** Reports E107 for values of one version whose image the other version refuses. Only sample values are tried. */
export function reportRefusedImages(
  walk: AnalysisContext,
  pair: PlacePair,
  { forward, backward }: ValueCodec,
): void {
  for (const [side, one] of [
    ["to", forward],
    ["from", backward],
  ] as const) {
    const source = otherSide(side);
    for (const { value, constraint } of sampleImages(pair[source].node, pair[side].node, one)) {
      const text = `${keywordConstraintText(constraint)}, as for ${valueText(value)} of ${walk.versions[source]}`;
      reportRefusal(walk, pair, side, { constraint, text });
    }
  }
}

function turnedCodec({ forward, backward, exactForward, exactBackward }: ValueCodec): ValueCodec {
  return {
    forward: backward,
    backward: forward,
    exactForward: exactBackward,
    exactBackward: exactForward,
  };
}
