import type { TreeRow, TreeRowPair } from "./visible-rows.ts";

/** The fewest neighbouring rows that are joined: joining two would save one row only. */
const minRun = 3;

/** Joins neighbouring rows of the same depth that are identical in both versions. A row with a fault stays separate. */
export function joinedRows(
  pairs: readonly TreeRowPair[],
  faulty: ReadonlySet<string>,
): readonly TreeRowPair[] {
  const runs: TreeRowPair[][] = [];
  for (const pair of pairs) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && isAlike(last, pair, faulty)) run.push(pair);
    else runs.push([pair]);
  }
  return runs.flatMap((run) => (run.length < minRun ? run : [joinedPair(run)]));
}

function isAlike(one: TreeRowPair, other: TreeRowPair, faulty: ReadonlySet<string>): boolean {
  const rows = [one.from, one.to, other.from, other.to];
  return (
    rows.every((row) => row?.outcome === "identical" && !hasFault(row, faulty)) &&
    one.from?.depth === other.from?.depth &&
    one.from?.path === one.to?.path &&
    other.from?.path === other.to?.path
  );
}

function hasFault({ path, fields }: TreeRow, faulty: ReadonlySet<string>): boolean {
  return faulty.has(path) || fields.some((field) => faulty.has(field.path));
}

function joinedPair(run: readonly TreeRowPair[]): TreeRowPair {
  return {
    from: rowOf(run.flatMap(({ from }) => from ?? [])),
    to: rowOf(run.flatMap(({ to }) => to ?? [])),
  };
}

function rowOf(rows: readonly TreeRow[]): TreeRow | undefined {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const label = `${first.label} … ${last.label}`;
  const size = rows.reduce((sum, row) => sum + row.size, 0);
  return { ...first, label, size, fields: rows.flatMap(({ fields }) => fields) };
}
