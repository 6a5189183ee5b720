/** One figure of bench.json, held against its target. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the value may be at most. */
  readonly target: number;
  readonly met: boolean;
}

/** A set of rows that is measured together; `npm run bench -- NAME` takes those whose name holds NAME. */
export interface Group {
  readonly name: string;
  readonly measure: () => Promise<readonly Row[]>;
}

/** A row, rounded to the precision of the measurement; `met` is judged before the rounding. */
export function row(name: string, value: number, unit: string, target: number): Row {
  return { name, value: Math.round(value * 1000) / 1000, unit, target, met: value <= target };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low = Number.NaN, high = low] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return (low + high) / 2;
}
