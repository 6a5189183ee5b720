import type { Row } from "../row.ts";
import { type Figures, isSameRow } from "./figures.ts";

/** What a row may cost more than its committed figure before the budget is broken: 25 %. */
export const allowedLoss = 1.25;

/** A measured row beside its committed figure. */
export interface Comparison {
  readonly row: Row;
  /** Measured / committed: 1.3 is a loss of 30 %. Undefined where no figure is committed. */
  readonly ratio: number | undefined;
  readonly isLost: boolean;
}

/** Each measured row beside its committed figure; a row without one is no loss. */
export function compared({ rows: figures }: Figures, rows: readonly Row[]): readonly Comparison[] {
  return rows.map((row) => {
    const figure = figures.find((it) => isSameRow(it, row));
    const ratio = figure === undefined ? undefined : row.value / figure.value;
    return { row, ratio, isLost: ratio !== undefined && ratio > allowedLoss };
  });
}

/** Of two measurements of the same rows the lower value of each. */
export function lower(first: readonly Row[], again: readonly Row[]): readonly Row[] {
  return first.map((row) => {
    const other = again.find((it) => isSameRow(it, row));
    return other !== undefined && other.value < row.value ? other : row;
  });
}
