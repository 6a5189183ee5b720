import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import { startReaper } from "../../../lib/cli/control-plane/process-reaper.ts";
import type { Certificate } from "../../../lib/hosts/local/certificate-authority.ts";
import { portOf } from "../../support/local-port.ts";
import type { Environment } from "./environment.ts";
import { type Faults, openFaults } from "./faults.ts";
import { type FunctionLog, openFunctionLog } from "./function-log.ts";
import { responseTo } from "./gateway.ts";
import { type HttpRequest, readRequest } from "./http-request.ts";
import { type Configuration, goLive, type Site } from "./live.ts";
import type { GatewayResponse } from "./own-responses.ts";

/** A request and its response, as the gateway saw them. */
export interface CloudExchange {
  readonly path: string;
  readonly request: string;
  readonly status: number;
  /** True if the response makes the API server retry: it has Retry-After. */
  readonly asksAgain: boolean;
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

export interface LocalCloudOptions extends Configuration {
  /** What `osls package` wrote. */
  readonly folder: string;
  readonly certificate: Certificate;
  /** Keep exchanges and log lines; default true. */
  readonly record?: boolean;
}

/** Longer than kube-apiserver's own 90 s, so that it never writes to a connection that is being closed. */
const idleConnectionMs = 120_000;

/** Deploys a packaged service to this machine. */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const { record = true } = options;
  const reaper = await startReaper("customhouse-cloud-");
  const site: Site = { reaper, log: openFunctionLog({ keep: record }) };
  let { folder } = options;
  let configuration: Configuration = options;
  let version = 1;
  let live = await goLive(site, folder, `${version}`, configuration);
  const exchanges: CloudExchange[] = [];
  const faults = openFaults();
  const server = createServer({ ...options.certificate, minVersion: "TLSv1.2" });
  server.on("request", async (incoming, outgoing) => {
    const request = await readRequest(incoming, randomUUID());
    if (request === undefined) return;
    const fault = faults.take(request.path);
    const answer = fault?.type === "cut" ? undefined : await responseTo(live, request, fault);
    if (record) exchanges.push(exchangeOf(request, answer));
    send(outgoing, request, answer);
  });
  server.keepAliveTimeout = idleConnectionMs;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const replace = async (): Promise<void> => {
    const old = live;
    version++;
    live = await goLive(site, folder, `${version}`, configuration);
    for (const pool of old.pools.values()) pool.retire();
  };
  return {
    port: portOf(server),
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
      await reaper.close();
    },
  };
}

function exchangeOf(
  { path, body }: HttpRequest,
  answer: GatewayResponse | undefined,
): CloudExchange {
  const asksAgain = answer?.headers["retry-after"] !== undefined;
  return { path, request: body.toString(), status: answer?.status ?? 0, asksAgain };
}

function send(
  outgoing: ServerResponse,
  { requestId }: HttpRequest,
  answer: GatewayResponse | undefined,
): void {
  if (answer === undefined) {
    outgoing.socket?.destroy();
    return;
  }
  const { status, headers, body } = answer;
  const own = { "content-length": body.length, "apigw-requestid": requestId };
  outgoing.writeHead(status, { ...headers, ...own }).end(body);
}
