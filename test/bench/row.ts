/** One figure of bench.json, held against its target. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the value may be at most. */
  readonly target: number;
  readonly met: boolean;
}

/** What one subject of a comparison took by itself, for the chart: another machine takes another time. */
export interface Time {
  /** As a row's name: the set's first. */
  readonly name: string;
  /** Whose time this is, as `node-http`. */
  readonly subject: string;
  readonly value: number;
  readonly unit: "µs" | "ms";
}

/** A set of rows that is measured together; `npm run bench -- NAME` takes those whose name holds NAME. */
export interface Group {
  readonly name: string;
  /** Calls `note` with the times that the rows are ratios of, where they are to be shown. */
  readonly measure: (note: (time: Time) => void) => Promise<readonly Row[]>;
}

/** bench.json: one run. */
export interface Measured {
  readonly rows: readonly Row[];
  readonly times: readonly Time[];
}

/** A row, rounded to the precision of the measurement; `met` is judged before the rounding. */
export function row(name: string, value: number, unit: string, target: number): Row {
  return { name, value: Math.round(value * 1000) / 1000, unit, target, met: value <= target };
}

/** A time, rounded to tenths. */
export function time(name: string, subject: string, value: number, unit: Time["unit"]): Time {
  return { name, subject, value: Math.round(value * 10) / 10, unit };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low = Number.NaN, high = low] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return (low + high) / 2;
}
