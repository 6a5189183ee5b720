import type { Row } from "../row.ts";
import { type Figures, isSameRow } from "./figures.ts";
import { medianOf, valuesOf } from "./medians.ts";

/** What a row may cost more than its committed figure before the budget is broken: 25 %. */
export const allowedLoss = 1.25;
/** The share of its target below which a row has room enough: half. */
const farWithin = 0.5;

/** A measured row beside its committed figure. */
export interface Comparison {
  /** With the median of its values in all runs. */
  readonly row: Row;
  /** Measured / committed: 1.3 is 30 % dearer. Undefined where no figure is committed. */
  readonly ratio: number | undefined;
  /**
   * Dearer than allowed in every run, since what else the machine does makes single runs dearer by a third; and not far
   * within its target, where some microseconds more or less are no one's loss.
   */
  readonly isLost: boolean;
}

/**
 * The figures with each value raised to that of `rows`, where it is larger: the same code measured on this machine. What a ratio
 * compares profits from caches and memory differently, so that we saw a machine take half more of one row and half of another.
 */
export function onThisMachine(figures: Figures, rows: readonly Row[]): Figures {
  const raised = figures.rows.map((figure) => {
    const values = valuesOf(figure, [rows]);
    return { ...figure, value: Math.max(figure.value, ...values) };
  });
  return { ...figures, rows: raised };
}

/** Each row of the runs, with its median over them, beside its committed figure; a row without one is not a loss. */
export function compared(
  { rows: figures }: Figures,
  runs: readonly (readonly Row[])[],
): readonly Comparison[] {
  return medianOf(runs).map((row) => {
    const figure = figures.find((it) => isSameRow(it, row));
    const ratio = figure === undefined ? undefined : row.value / figure.value;
    const isDearer =
      figure !== undefined &&
      valuesOf(row, runs).every((value) => value / figure.value > allowedLoss);
    return { row, ratio, isLost: isDearer && row.value > row.target * farWithin };
  });
}
