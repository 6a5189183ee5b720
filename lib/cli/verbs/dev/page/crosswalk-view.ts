import type { LensAnalysis } from "../../../../lens/ops/analysis/lens-analysis.ts";
import { linkShape, linkTitle } from "../../check/crosswalk/drawing.ts";
import { linksBetween } from "../../check/crosswalk/links.ts";
import { rowPairs } from "../../check/crosswalk/row-pairs.ts";
import type { TreeRow } from "../../check/crosswalk/visible-rows.ts";
import type { CrosswalkRow, CrosswalkView } from "./page-state.ts";

/** The data of a lens's diagram, which `check --html` draws too. */
export function crosswalkView(analysis: LensAnalysis): CrosswalkView {
  const pairs = rowPairs(analysis);
  return {
    from: analysis.from,
    to: analysis.to,
    rows: pairs.map(({ from, to }) => ({
      ...(from !== undefined && { from: rowView(from) }),
      ...(to !== undefined && { to: rowView(to) }),
    })),
    links: linksBetween(pairs).map((link) => ({
      outcome: link.outcome,
      title: linkTitle(link),
      ...linkShape(link),
    })),
  };
}

function rowView({ path, label, depth, outcome, size }: TreeRow): CrosswalkRow {
  return { path, label, depth, size, ...(outcome !== undefined && { outcome }) };
}
