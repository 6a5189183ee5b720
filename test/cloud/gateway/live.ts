import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ProcessReaper } from "../../../lib/cli/control-plane/process-reaper.ts";
import { unzip } from "../../package/unzip.ts";
import type { Api, Throttle } from "./api.ts";
import { readDeployment } from "./deployment.ts";
import type { FunctionLog } from "./function-log.ts";
import { type FunctionPool, openPool } from "./function-pool.ts";
import type { FunctionSpec } from "./function-spec.ts";
import { openBucket, type TakeToken } from "./throttle.ts";

/** What may differ while the code stays. */
export interface Configuration {
  /** Of all functions, beside those of the template. */
  readonly variables?: Readonly<Record<string, string>>;
  /** How far the clock of the environments is ahead; negative where it is behind. */
  readonly clockShiftMs?: number;
  /** How long an environment waits for its next event before it is ended; default two minutes. */
  readonly idleMs?: number;
  /** Replaces limits of each function. */
  readonly limits?: Partial<Pick<FunctionSpec, "reservedConcurrency" | "timeoutMs" | "memoryMb">>;
  /** Replaces the time that the gateway waits for a function. */
  readonly integrationTimeoutMs?: number;
  /** Replaces the stage's limit. */
  readonly throttle?: Throttle;
}

/** A deployment that takes requests: its functions by logical id. */
export interface Live {
  readonly api: Api;
  readonly pools: ReadonlyMap<string, FunctionPool>;
  readonly takeToken: TakeToken;
}

/** What one deployment after another shares. */
export interface Site {
  readonly reaper: ProcessReaper;
  readonly log: FunctionLog;
}

/** Unpacks what a template deploys. `version` names it: no two may be the same. */
export async function goLive(
  site: Site,
  folder: string,
  version: string,
  configuration: Configuration,
): Promise<Live> {
  const { api, functions } = await readDeployment(folder);
  const pools = new Map<string, FunctionPool>();
  for (const spec of functions.values()) {
    const unpacked = join(site.reaper.folder, version, spec.name);
    await unpack(spec.zip, unpacked);
    pools.set(spec.id, poolOf(site, spec, unpacked, version, configuration));
  }
  const { integrationTimeoutMs: timeoutMs, throttle = api.throttle } = configuration;
  const routes = api.routes.map((route) =>
    timeoutMs === undefined ? route : { ...route, timeoutMs },
  );
  return { api: { ...api, routes }, pools, takeToken: openBucket(throttle) };
}

function poolOf(
  { reaper, log }: Site,
  spec: FunctionSpec,
  folder: string,
  version: string,
  { variables = {}, clockShiftMs = 0, idleMs = 120_000, limits }: Configuration,
): FunctionPool {
  const limited = { ...spec, ...limits };
  const environment = { spec: limited, folder, version, variables, clockShiftMs, reaper, log };
  return openPool(environment, idleMs);
}

async function unpack(zip: string, folder: string): Promise<void> {
  for (const [name, bytes] of unzip(await readFile(zip))) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}
