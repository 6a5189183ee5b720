import type { Row, Time } from "../row.ts";

/** A measured row that is committed, with the day it was measured. */
export interface Figure extends Omit<Row, "met"> {
  /** As in 2026-11-21. */
  readonly measured: string;
}

/** docs/performance.json: what tables and chart are made from, and what the budget in CI compares with. */
export interface Figures {
  /** Cores, Node.js and system of the last run. */
  readonly machine: string;
  readonly rows: readonly Figure[];
  /** What the chart shows. */
  readonly times: readonly Time[];
}

/** A run that is to be committed. */
export interface Run {
  readonly machine: string;
  readonly day: string;
  readonly rows: readonly Row[];
  readonly times: readonly Time[];
}

/** The set that a row was measured in: its name's first word. */
export function setOf({ name }: Pick<Row, "name">): string {
  return name.split(" ")[0] ?? "";
}

/** True for two rows that say the same: a name may be measured against several others, and its unit names them. */
export function isSameRow(a: Pick<Row, "name" | "unit">, b: Pick<Row, "name" | "unit">): boolean {
  return a.name === b.name && a.unit === b.unit;
}

export function isMet({ value, target }: Pick<Row, "value" | "target">): boolean {
  return value <= target;
}

/** The figures with the sets that a run measured replaced by its rows and times; sets that it did not measure stay. */
export function withRun(figures: Figures, { machine, day, rows, times }: Run): Figures {
  const measured = new Set(rows.map(setOf));
  const isKept = (it: Pick<Row, "name">): boolean => !measured.has(setOf(it));
  const fresh = rows.map(({ met: _, ...row }) => ({ ...row, measured: day }));
  return {
    machine,
    rows: [...figures.rows.filter(isKept), ...fresh],
    times: [...figures.times.filter(isKept), ...times],
  };
}
