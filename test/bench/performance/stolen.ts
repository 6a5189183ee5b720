/** What the first line of Linux's /proc/stat counts, in ticks since the start. */
export interface CpuTicks {
  readonly all: number;
  /** Taken by other machines of the same host while this one had work. */
  readonly stolen: number;
}

/** Reads `cpu  user nice system idle iowait irq softirq steal guest guest_nice`; source: proc(5). */
export function ticksIn(stat: string): CpuTicks {
  const [line = ""] = stat.split("\n");
  const [, ...ticks] = line.split(/\s+/).map(Number);
  const own = ticks.slice(0, 8);
  return { all: own.reduce((sum, count) => sum + count, 0), stolen: own[7] ?? 0 };
}

/** The share of the time between two readings that others took, 0 to 1. */
export function stolenShare(before: CpuTicks, after: CpuTicks): number {
  const all = after.all - before.all;
  return all > 0 ? (after.stolen - before.stolen) / all : 0;
}

/** Above it a ratio of CPU times says more about what others do: in one run we saw all rows dearer by half at 0.7. */
export const maxStolenShare = 0.1;
