import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import type { Certificate } from "../../../lib/hosts/local/authority.ts";
import { type Keeper, startKeeper } from "../../cluster/keeper.ts";
import { unzip } from "../../package/unzip.ts";
import { type Api, match } from "./api.ts";
import { readDeployment } from "./deployment.ts";
import type { Environment } from "./environment.ts";
import { eventV1 } from "./event-v1.ts";
import { eventV2 } from "./event-v2.ts";
import { type Fault, type Faults, openFaults, poolFaultOf } from "./faults.ts";
import { type FunctionLog, openFunctionLog } from "./function-log.ts";
import { type FunctionPool, openPool } from "./function-pool.ts";
import type { FunctionSpec } from "./function-spec.ts";
import { answerOf, type GatewayAnswer, messageAnswer, ownAnswer } from "./gateway-answer.ts";
import { type HttpRequest, maxEventBytes, maxPayloadBytes, readRequest } from "./http-request.ts";
import { openBucket, type TakeToken } from "./throttle.ts";

/** A request and its answer, as the gateway saw them. */
export interface CloudExchange {
  readonly path: string;
  readonly request: string;
  readonly status: number;
}

/** Packaged functions that run behind their gateway on this machine. */
export interface LocalCloud {
  /** Of the gateway: HTTPS on the loopback interface. */
  readonly port: number;
  readonly faults: Faults;
  readonly log: FunctionLog;
  /** Oldest first; empty without `record`. */
  readonly exchanges: readonly CloudExchange[];
  /** Replaces what is deployed: running calls end on the old environments, new ones go to new environments. */
  deploy(folder: string): Promise<void>;
  /** Replaces the variables of all functions, beside those of the template, as an update of their configuration does. */
  configure(change: Configuration): Promise<void>;
  /** The environments that are alive, of all functions. */
  environments(): readonly Environment[];
  stop(): Promise<void>;
}

/** What may differ while the code stays. */
export interface Configuration {
  readonly variables?: Readonly<Record<string, string>>;
  readonly clockShiftMs?: number;
  /** Replaces limits of each function. */
  readonly limits?: Partial<Pick<FunctionSpec, "reservedConcurrency" | "timeoutMs" | "memoryMb">>;
}

export interface LocalCloudOptions extends Configuration {
  /** What `osls package` wrote. */
  readonly folder: string;
  readonly certificate: Certificate;
  /** Keep exchanges and log lines; default true. */
  readonly record?: boolean;
}

/** What answers now. */
interface Live {
  readonly api: Api;
  readonly pools: ReadonlyMap<string, FunctionPool>;
  readonly takeToken: TakeToken;
}

/** Deploys a packaged service to this machine. */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const { record = true } = options;
  const keeper = await startKeeper("customhouse-cloud-");
  const site: Site = { keeper, log: openFunctionLog({ keep: record }), versions: 0 };
  let { folder } = options;
  let configuration: Configuration = options;
  let live = await goLive(site, folder, configuration);
  const exchanges: CloudExchange[] = [];
  const faults = openFaults();
  const server = createServer({ ...options.certificate, minVersion: "TLSv1.2" });
  server.on("request", async (incoming, outgoing) => {
    const request = await readRequest(incoming, randomUUID());
    if (request === undefined) return;
    const fault = faults.take(request.path);
    const answer = fault?.type === "cut" ? undefined : await answerTo(live, request, fault);
    if (record) exchanges.push(exchangeOf(request, answer));
    send(outgoing, request, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const replace = async (): Promise<void> => {
    const old = live;
    live = await goLive(site, folder, configuration);
    for (const pool of old.pools.values()) pool.retire();
  };
  return {
    port: (server.address() as AddressInfo).port,
    faults,
    log: site.log,
    exchanges,
    deploy: (next) => {
      folder = next;
      return replace();
    },
    configure: (change) => {
      configuration = { ...configuration, ...change };
      return replace();
    },
    environments: () => [...live.pools.values()].flatMap((pool) => pool.environments()),
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await keeper.close();
    },
  };
}

interface Site {
  readonly keeper: Keeper;
  readonly log: FunctionLog;
  versions: number;
}

async function goLive(site: Site, folder: string, configuration: Configuration): Promise<Live> {
  const { api, functions } = await readDeployment(folder);
  const version = String(++site.versions);
  const pools = new Map<string, FunctionPool>();
  for (const spec of functions.values()) {
    const unpacked = join(site.keeper.folder, version, spec.name);
    await unpack(spec.zip, unpacked);
    pools.set(
      spec.id,
      poolOf(site, { ...spec, ...configuration.limits }, unpacked, version, configuration),
    );
  }
  return { api, pools, takeToken: openBucket(api.throttle) };
}

function poolOf(
  { keeper, log }: Site,
  spec: FunctionSpec,
  folder: string,
  version: string,
  { variables = {}, clockShiftMs = 0 }: Configuration,
): FunctionPool {
  return openPool({ spec, folder, version, variables, clockShiftMs, keeper, log });
}

async function unpack(zip: string, folder: string): Promise<void> {
  for (const [name, bytes] of unzip(await readFile(zip))) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}

async function answerTo(
  { api, pools, takeToken }: Live,
  request: HttpRequest,
  fault?: Fault,
): Promise<GatewayAnswer> {
  const { profile } = api;
  if (fault?.type === "answer") {
    return messageAnswer(fault.status, fault.message ?? "ordered", fault.headers);
  }
  if (request.body.length > maxPayloadBytes) return ownAnswer(profile, "too large");
  const found = match(api, request.method, request.path);
  const pool = pools.get(found?.route.functionId ?? "");
  if (found === undefined || pool === undefined) return ownAnswer(profile, "no route");
  if (!takeToken()) return ownAnswer(profile, "rate exceeded");
  const event = JSON.stringify((profile === "http" ? eventV2 : eventV1)(api, found, request));
  if (Buffer.byteLength(event) > maxEventBytes) return ownAnswer(profile, "too large");
  const outcome = await inTime(found.route.timeoutMs, pool.handle(event, poolFaultOf(fault)));
  if (outcome === "late") return ownAnswer(profile, "integration timeout");
  if (outcome === "throttled") return ownAnswer(profile, "concurrency exceeded");
  if (outcome.type === "failed" || Buffer.byteLength(outcome.body) > maxEventBytes) {
    return ownAnswer(profile, "function failed");
  }
  return answerOf(api, request, outcome.body) ?? ownAnswer(profile, "malformed answer");
}

/** The function goes on where the gateway waits no longer. */
async function inTime<T>(ms: number, work: Promise<T>): Promise<T | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function exchangeOf({ path, body }: HttpRequest, answer: GatewayAnswer | undefined): CloudExchange {
  return { path, request: body.toString(), status: answer?.status ?? 0 };
}

function send(
  outgoing: ServerResponse,
  { requestId }: HttpRequest,
  answer: GatewayAnswer | undefined,
): void {
  if (answer === undefined) {
    outgoing.socket?.destroy();
    return;
  }
  const { status, headers, body } = answer;
  const own = { "content-length": body.length, "apigw-requestid": requestId };
  outgoing.writeHead(status, { ...headers, ...own }).end(body);
}
