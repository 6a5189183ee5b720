import { strongerOutcome } from "../../../../lens/ops/analysis/findings.ts";
import type { FieldAnalysis, FieldOutcome } from "../../../../lens/ops/analysis/lens-analysis.ts";
import { commonSubsequence } from "../../../terminal/common-subsequence.ts";
import { type FieldNode, fieldsBelow } from "./field-tree.ts";

/** A row of a version's tree. */
export interface TreeRow {
  readonly path: string;
  readonly label: string;
  readonly depth: number;
  /** The strongest outcome of the row's fields. Undefined for a map or list whose members have their own rows. */
  readonly outcome: FieldOutcome | undefined;
  /** The fields that the row shows: several in a folded subtree. */
  readonly fields: readonly FieldAnalysis[];
  /** The number of fields in the row. A list and its items are one field; a folded map counts its members. */
  readonly size: number;
}

/** The rows of a tree, with one row for each folded subtree. */
export function visibleRows(
  nodes: readonly FieldNode[],
  folded: ReadonlySet<string>,
  depth = 0,
): readonly TreeRow[] {
  return nodes.flatMap((node) => {
    const { path, label, own, children } = node;
    if (children.length === 0 || folded.has(path)) {
      const fields = fieldsBelow(node);
      const size = Math.max(
        1,
        new Set(fields.filter((field) => !own.includes(field)).map(pathOfField)).size,
      );
      return [{ path, label, depth, outcome: strongestOutcome(fields), fields, size }];
    }
    const head: TreeRow = { path, label, depth, outcome: undefined, fields: own, size: 1 };
    return [head, ...visibleRows(children, folded, depth + 1)];
  });
}

/** A path without the wildcards at its end. */
function pathOfField({ path }: FieldAnalysis): string {
  return path.replace(/(?:\[\*\]|\{\})+$/, "");
}

function strongestOutcome(fields: readonly FieldAnalysis[]): FieldOutcome {
  return fields.map(({ outcome }) => outcome).reduce(strongerOutcome, "identical");
}

/** Rows of the two versions that are shown side by side. */
export interface TreeRowPair {
  readonly from: TreeRow | undefined;
  readonly to: TreeRow | undefined;
}

/** Pairs rows with equal paths, as far as their order allows; the rows between them are paired from the top. */
export function alignedRows(
  from: readonly TreeRow[],
  to: readonly TreeRow[],
): readonly TreeRowPair[] {
  const pathsOf = (rows: readonly TreeRow[]): readonly string[] => rows.map(({ path }) => path);
  const matches = [
    ...commonSubsequence(pathsOf(from), pathsOf(to)),
    [from.length, to.length] as const,
  ];
  let [i, j] = [0, 0];
  return matches.flatMap(([matchFrom, matchTo]) => {
    const between = zippedRows(from.slice(i, matchFrom), to.slice(j, matchTo));
    const both = { from: from[matchFrom], to: to[matchTo] };
    [i, j] = [matchFrom + 1, matchTo + 1];
    return both.from === undefined ? between : [...between, both];
  });
}

function zippedRows(from: readonly TreeRow[], to: readonly TreeRow[]): readonly TreeRowPair[] {
  return Array.from({ length: Math.max(from.length, to.length) }, (_, at) => ({
    from: from[at],
    to: to[at],
  }));
}
