import type { LawReport } from "../../../../verify/check-laws.ts";
import { alignedCells } from "../../../terminal/aligned-cells.ts";
import { printable } from "../../../terminal/printable.ts";
import { directionText } from "../law-cases.ts";

/**
 * If several laws failed: each path that they lose or change, with the laws and directions, the most frequent first. Otherwise
 * empty.
 */
export function lossSummary(laws: readonly LawReport[]): readonly string[] {
  const failed = laws.filter(({ failure }) => failure !== undefined);
  const losses = failed.flatMap((report) =>
    (report.failure?.paths ?? []).map((path) => ({ path, report })),
  );
  if (new Set(failed.map(({ law }) => law)).size < 2 || losses.length === 0) return [];
  const groups = [...Map.groupBy(losses, ({ path }) => path)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([path, group]) => [printable(path), lawsText(group.map(({ report }) => report))]);
  return [
    "lost or changed, by path (an entry in the file of --acknowledge that names no law is valid for all):",
    ...alignedCells(groups, "  ").map((line) => `  ${line}`),
    "",
  ];
}

/** `round-trip, fragments (v1 to v2, v2 to v1), settles (v1 to v2)`: laws with the same directions together. */
function lawsText(reports: readonly LawReport[]): string {
  const laws = [...Map.groupBy(reports, ({ law }) => law)].map(([law, group]) => ({
    law,
    directions: group.map(directionText).join(", "),
  }));
  return [...Map.groupBy(laws, ({ directions }) => directions)]
    .map(([directions, group]) => `${group.map(({ law }) => law).join(", ")} (${directions})`)
    .join(", ");
}
