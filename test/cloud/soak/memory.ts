import { readFile } from "node:fs/promises";
import type { Environment } from "../gateway/environment.ts";

/** What the environments of a cloud hold, from one moment to the next. */
export interface MemoryWatch {
  stop(): MemoryReport;
}

/** Resident memory of an environment, the mean of all, in MB: the median of the samples of a quarter of the time. */
export interface MemoryReport {
  readonly environments: number;
  readonly thirdQuarterMb: number;
  readonly fourthQuarterMb: number;
  /** How much more the fourth is than the third. */
  readonly growthPercent: number;
}

/** Looks at the environments each second. Linux only: it reads /proc. */
export function watchMemory(environments: () => readonly Environment[]): MemoryWatch {
  const samples: number[] = [];
  let count = 0;
  const timer = setInterval(async () => {
    const sizes = await Promise.all(environments().map(({ pid }) => residentMb(pid)));
    const known = sizes.filter((size) => size !== undefined);
    count = known.length;
    if (count > 0) samples.push(known.reduce((sum, size) => sum + size, 0) / count);
  }, 1000);
  return {
    stop: () => {
      clearInterval(timer);
      const [half, threeQuarters] = [0.5, 0.75].map((share) => Math.floor(samples.length * share));
      const thirdQuarterMb = median(samples.slice(half, threeQuarters));
      const fourthQuarterMb = median(samples.slice(threeQuarters));
      const growthPercent = (fourthQuarterMb / thirdQuarterMb - 1) * 100;
      return { environments: count, thirdQuarterMb, fourthQuarterMb, growthPercent };
    },
  };
}

/** Undefined for a process that has ended meanwhile. */
async function residentMb(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** The middle one of the values; NaN where there are none. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value that so many of a hundred do not exceed; NaN where there are none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}
