import { worse } from "../../../../lens/ops/analysis/findings.ts";
import type { FieldVerdict, Verdict } from "../../../../lens/ops/analysis/lens-analysis.ts";
import { type FieldNode, fieldsBelow } from "./field-tree.ts";

/** A row of a version's tree. */
export interface Row {
  readonly path: string;
  readonly label: string;
  readonly depth: number;
  /** Undefined for a map or list whose members have their own rows. */
  readonly verdict: Verdict | undefined;
  /** The fields that the row shows: several in a folded subtree. */
  readonly fields: readonly FieldVerdict[];
  /** How many fields these are. A list and its items are one; a folded map counts its members. */
  readonly size: number;
}

/** The rows of a tree, with one row for each folded subtree. */
export function visibleRows(
  nodes: readonly FieldNode[],
  folded: ReadonlySet<string>,
  depth = 0,
): readonly Row[] {
  return nodes.flatMap((node) => {
    const { path, label, own, children } = node;
    if (children.length === 0 || folded.has(path)) {
      const fields = fieldsBelow(node);
      const size = Math.max(
        1,
        new Set(fields.filter((field) => !own.includes(field)).map(keysOf)).size,
      );
      return [{ path, label, depth, verdict: verdictOf(fields), fields, size }];
    }
    const head: Row = { path, label, depth, verdict: undefined, fields: own, size: 1 };
    return [head, ...visibleRows(children, folded, depth + 1)];
  });
}

/** A path without the wildcards at its end. */
function keysOf({ path }: FieldVerdict): string {
  return path.replace(/(?:\[\*\]|\{\})+$/, "");
}

function verdictOf(fields: readonly FieldVerdict[]): Verdict {
  return fields.map(({ verdict }) => verdict).reduce(worse, "identical");
}

/** Rows of the two versions at the same height. */
export interface RowPair {
  readonly from: Row | undefined;
  readonly to: Row | undefined;
}

/** Pairs rows with equal paths, as far as their order allows; the rows between them are paired from the top. */
export function alignedRows(from: readonly Row[], to: readonly Row[]): readonly RowPair[] {
  const matches = [...commonRows(from, to), { i: from.length, j: to.length }];
  let [i, j] = [0, 0];
  return matches.flatMap((match) => {
    const between = zipped(from.slice(i, match.i), to.slice(j, match.j));
    const both = { from: from[match.i], to: to[match.j] };
    [i, j] = [match.i + 1, match.j + 1];
    return both.from === undefined ? between : [...between, both];
  });
}

function zipped(from: readonly Row[], to: readonly Row[]): readonly RowPair[] {
  return Array.from({ length: Math.max(from.length, to.length) }, (_, at) => ({
    from: from[at],
    to: to[at],
  }));
}

interface RowMatch {
  readonly i: number;
  readonly j: number;
}

/** The rows with equal paths that both lists have in the same order: a longest common subsequence. */
function commonRows(from: readonly Row[], to: readonly Row[]): readonly RowMatch[] {
  const lengths = commonLengths(from, to);
  const matches: RowMatch[] = [];
  let [i, j] = [0, 0];
  while (i < from.length && j < to.length) {
    if (from[i]?.path === to[j]?.path) {
      matches.push({ i, j });
      i += 1;
      j += 1;
    } else if (lengthAt(lengths, i + 1, j) >= lengthAt(lengths, i, j + 1)) i += 1;
    else j += 1;
  }
  return matches;
}

function lengthAt(lengths: readonly (readonly number[])[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}

/** How many paths the rests of both lists have in common, for each pair of start indexes. */
function commonLengths(from: readonly Row[], to: readonly Row[]): readonly (readonly number[])[] {
  const lengths: number[][] = [];
  for (let i = from.length - 1; i >= 0; i--) {
    const below = lengths[i + 1] ?? [];
    const row: number[] = [];
    for (let j = to.length - 1; j >= 0; j--) {
      row[j] =
        from[i]?.path === to[j]?.path
          ? 1 + (below[j + 1] ?? 0)
          : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
    lengths[i] = row;
  }
  return lengths;
}
