import { median, type Row } from "../row.ts";
import { type Figures, isSameRow } from "./figures.ts";

/** What a row may cost more than its committed figure before the budget is broken: 25 %. */
export const allowedLoss = 1.25;

/** A measured row beside its committed figure. */
export interface Comparison {
  /** With the median of its values in all runs. */
  readonly row: Row;
  /** Measured / committed: 1.3 is a loss of 30 %. Undefined where no figure is committed. */
  readonly ratio: number | undefined;
  readonly isLost: boolean;
}

/** Each row of the first run, with its median over all runs, beside its committed figure; a row without one is no loss. */
export function compared(
  { rows: figures }: Figures,
  runs: readonly (readonly Row[])[],
): readonly Comparison[] {
  return medianOf(runs).map((row) => {
    const figure = figures.find((it) => isSameRow(it, row));
    const ratio = figure === undefined ? undefined : row.value / figure.value;
    return { row, ratio, isLost: ratio !== undefined && ratio > allowedLoss };
  });
}

/** The rows of the first of several runs, each with the median of its values in all of them. */
export function medianOf(runs: readonly (readonly Row[])[]): readonly Row[] {
  const [first = [], ...more] = runs;
  return first.map((row) => {
    const others = more.flatMap((rows) => rows.filter((it) => isSameRow(it, row)));
    return { ...row, value: median([row, ...others].map(({ value }) => value)) };
  });
}
