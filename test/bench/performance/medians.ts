import { median, type Row, type Time } from "../row.ts";
import { isSameRow } from "./figures.ts";

/** The rows of all runs, each once, with the median of its values. */
export function medianOf(runs: readonly (readonly Row[])[]): readonly Row[] {
  return firstsOf(runs.flat(), isSameRow).map((row) => ({
    ...row,
    value: median(valuesOf(row, runs)),
  }));
}

/** A row's values, one of each run that has it. */
export function valuesOf(
  row: Pick<Row, "name" | "unit">,
  runs: readonly (readonly Row[])[],
): number[] {
  return runs.flat().flatMap((it) => (isSameRow(it, row) ? [it.value] : []));
}

/** The times of all runs, each once, with the median of its values. */
export function medianTimes(runs: readonly (readonly Time[])[]): readonly Time[] {
  const all = runs.flat();
  return firstsOf(all, isSameTime).map((time) => ({
    ...time,
    value: median(all.filter((it) => isSameTime(it, time)).map(({ value }) => value)),
  }));
}

function isSameTime(a: Time, b: Time): boolean {
  return a.name === b.name && a.subject === b.subject;
}

/** The items without those that say the same as an earlier one. */
function firstsOf<T>(all: readonly T[], isSame: (a: T, b: T) => boolean): readonly T[] {
  return all.filter((item, index) => all.findIndex((it) => isSame(it, item)) === index);
}
