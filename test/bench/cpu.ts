import { median } from "./row.ts";

/** Something whose cost is measured; what it gives is dropped. */
export type Work = () => unknown;

const manyRounds = 15;
/** Short enough that a round sees one state of the machine, long enough for the clock. */
const shortBatchMs = 30;
/** For work that leaves megabytes to the garbage collector: in a short batch, chance decides which side pays for it. */
export const longBatchMs = 250;
const warmUpMs = 1000;

/** How often both sides are measured, and the CPU time of one batch. */
interface Rounds {
  readonly rounds: number;
  readonly batchMs: number;
}

/**
 * The CPU cost of `own` as a multiple of `floor`: the median over interleaved rounds of both, garbage collector and
 * compiler threads included.
 */
export async function cpuRatio(
  own: Work,
  floor: Work,
  { rounds = manyRounds, batchMs = shortBatchMs }: Partial<Rounds> = {},
): Promise<number> {
  const ownTimes = await timesFor(own, batchMs);
  const floorTimes = await timesFor(floor, batchMs);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const ownMs = await cpuMs(own, ownTimes);
    const floorMs = await cpuMs(floor, floorTimes);
    ratios.push(ownMs / ownTimes / (floorMs / floorTimes));
  }
  return median(ratios);
}

/** Warms the work up and gives how often a batch runs it. */
async function timesFor(work: Work, batchMs: number): Promise<number> {
  let times = 1;
  let ms = 0;
  for (let spent = 0; spent < warmUpMs || ms < batchMs / 4; spent += ms) {
    ms = await cpuMs(work, times);
    if (ms < batchMs / 2) times *= 2;
  }
  return Math.max(1, Math.round((times * batchMs) / Math.max(ms, 0.1)));
}

async function cpuMs(work: Work, times: number): Promise<number> {
  const start = process.cpuUsage();
  for (let time = 0; time < times; time++) await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
