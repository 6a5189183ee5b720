import { openWorld } from "../world.ts";
import { type LoadSoFar, runLoad } from "./load.ts";
import { type MemoryReport, percentile, watchMemory } from "./memory.ts";
import { recordedWorkload } from "./workload.ts";

/** What a service held for so long. */
export interface SoakResult {
  readonly seconds: number;
  readonly connections: number;
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly wrong: number;
  /** The first wrong responses. */
  readonly examples: readonly string[];
  readonly memory: MemoryReport;
}

export interface SoakOptions {
  /** What `osls package` wrote. */
  readonly folder: string;
  readonly seconds: number;
  readonly connections: number;
  readonly onMinute?: (soFar: LoadSoFar) => void;
}

/** No throttling: this measures the machine, not the limits of the stage. */
const unlimited = {
  throttle: { rate: 1e6, burst: 1e6 },
  variables: { CUSTOMHOUSE_CLUSTER_RATE: "1000000", CUSTOMHOUSE_CLUSTER_BURST: "1000000" },
};

const warmUpSeconds = 5;

/**
 * Runs the packaged functions behind the local gateway in a closed loop: the recorded reviews, with responses to their lookups by
 * a real API server. The time to start environments is not counted.
 */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { folder, seconds, connections, onMinute } = options;
  const world = await openWorld({ folder, record: false, ...unlimited });
  try {
    const { cloud, ca } = world;
    const load = { port: cloud.port, ca, workload: recordedWorkload(), connections };
    await runLoad({ ...load, seconds: warmUpSeconds });
    const watch = watchMemory(() => cloud.environments());
    const result = await runLoad({ ...load, seconds, onMinute });
    const { milliseconds, wrong, examples } = result;
    return {
      seconds: result.seconds,
      connections,
      requests: milliseconds.length,
      perSecond: milliseconds.length / result.seconds,
      p50Ms: percentile(milliseconds, 50),
      p99Ms: percentile(milliseconds, 99),
      maxMs: percentile(milliseconds, 100),
      wrong,
      examples,
      memory: watch.stop(),
    };
  } finally {
    await world.stop();
  }
}
