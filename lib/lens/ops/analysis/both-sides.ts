import { otherSide, type Side, sides } from "../../../converter/side.ts";
import { losesNull, type SchemaNode } from "../../language/schema-node.ts";
import type { AnalysisContext } from "./analysis-context.ts";
import { reportNull } from "./carried.ts";
import { quotedPath, reportFault } from "./fault-texts.ts";
import { strongerOutcome } from "./findings.ts";
import { noteTree } from "./leaves.ts";
import type { FieldOutcome } from "./lens-analysis.ts";
import type { PlacePair } from "./place-pair.ts";
import { typeText } from "./type-text.ts";

/** Notes the outcome of a rule for both of its paths and the fields below them. */
export function noteBothOutcomes(
  walk: AnalysisContext,
  pair: PlacePair,
  outcomes: Readonly<Record<Side, FieldOutcome>>,
): void {
  for (const side of sides) {
    noteTree(walk, pair[side], {
      side,
      outcome: strongerOutcome(outcomes[side], pair.weakestOutcome[side]),
      to: [pair[otherSide(side)].path],
      rule: pair.via,
    });
  }
}

/** The types that an op can read in each version. */
interface ExpectedTypes {
  readonly op: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Reports E105 for a version whose schema has a type that the op can't read. True if there is one. */
export function reportWrongTypes(
  walk: AnalysisContext,
  pair: PlacePair,
  wanted: ExpectedTypes,
): boolean {
  const bad = sides.filter((side) => !isAmong(pair[side].node, wanted[side]));
  for (const side of bad) {
    const { path, node } = pair[side];
    reportFault(walk, {
      code: "E105",
      path,
      text: `${quotedPath(path)} is ${typeText(node)} in ${walk.versions[side]}, but ${wanted.op} needs ${wanted[side].join(" or ")} there`,
      rule: pair.via,
    });
  }
  return bad.length > 0;
}

function isAmong(node: SchemaNode, types: readonly string[]): boolean {
  if (typeof node === "string" || (node.type === "" && !node.x.intOrString)) return true;
  return types.includes(node.x.intOrString ? "int-or-string" : node.type);
}

/** Reports E107 if only one version allows null. */
export function compareNull(walk: AnalysisContext, pair: PlacePair): void {
  for (const side of sides) {
    if (losesNull(pair[side].node, pair[otherSide(side)].node)) reportNull(walk, pair, side);
  }
}
