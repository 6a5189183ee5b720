import type { Side } from "../../../../converter/side.ts";
import type { LensAnalysis } from "../../../../lens/ops/analysis/lens-analysis.ts";
import { fieldTree } from "./field-tree.ts";
import { foldedSubtrees } from "./folding.ts";
import { joinedRows } from "./joined-rows.ts";
import { alignedRows, type TreeRowPair, visibleRows } from "./visible-rows.ts";

/**
 * The trees of a lens's versions as rows side by side. A subtree whose fields all have the same outcome by the same rule is one
 * row; three or more neighbouring rows with the outcome `identical` and no fault are joined.
 */
export function rowPairs({ fields, faults }: LensAnalysis): readonly TreeRowPair[] {
  const tree = (side: Side) => fieldTree(fields.filter((field) => field.side === side));
  const trees = { from: tree("from"), to: tree("to") };
  const folded = foldedSubtrees(trees);
  return joinedRows(
    alignedRows(visibleRows(trees.from, folded.from), visibleRows(trees.to, folded.to)),
    new Set(faults.map(({ path }) => path)),
  );
}
