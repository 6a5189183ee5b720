import { setTimeout } from "node:timers/promises";
import { type Callers, everybody } from "../../callers/callers.ts";
import { loadedCallers } from "../../callers/loaded-callers.ts";
import { connections } from "../../cluster/connections.ts";
import { noCluster } from "../../cluster/no-cluster.ts";
import type { Kind } from "../../kind/kind.ts";
import { type Log, logEntry } from "../../request/log.ts";
import { createService } from "../../service/service.ts";
import { faultEntry } from "../fault-entry.ts";
import { bufferedLines } from "../local/buffered-lines.ts";
import { CertificateError, readCertificate, watchCertificate } from "./certificate-files.ts";
import { startMetricsServer } from "./metrics-server.ts";
import { prometheusMetrics } from "./prometheus.ts";
import { startReviewServer } from "./review-server.ts";
import type { ContainerSettings } from "./settings.ts";

/** What a container serves, and the functions that write its log. */
export interface ContainerOptions {
  readonly kinds: readonly Kind[];
  readonly settings: ContainerSettings;
  /** Writes the log: one line of JSON for each review. Under load, one text has several lines. */
  readonly out: (text: string) => void;
  /** Writes one line of JSON for each fault that no review caused, such as a secret that can't be read. */
  readonly error: (text: string) => void;
  /** Milliseconds between two reads of the certificate files. Default 10,000. */
  readonly certificateMs?: number;
  /** Waits for a number of milliseconds. Default: `setTimeout`. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** A running container. */
export interface Container {
  readonly port: number;
  readonly metricsPort: number;
  /**
   * Stops the container. For 5 s it still serves, but each response closes its connection, and `/readyz` reports that it is
   * not ready, so that endpoints and load balancers remove it. After that it finishes its reviews and closes.
   */
  readonly stop: () => Promise<void>;
}

/**
 * How long a stopping container still serves, in ms, so that endpoints and load balancers can remove it. The number is a
 * choice: together with the 30 s for reviews in progress it fits into the termination grace period of 45 s.
 */
const unreadyMs = 5_000;

const secretFault = "the secret could not be read";
const certificateFault = "the certificate could not be read";

/**
 * Serves all verbs of the kinds from one long-lived process. Throws {@link CertificateError} if `settings.tlsFolder` has
 * no valid certificate at the start, and IncompleteRegistry if a kind can't be served in all its versions.
 */
export async function startContainer(options: ContainerOptions): Promise<Container> {
  const { kinds, settings, out, error, wait = setTimeout, certificateMs } = options;
  const certificate = readCertificate(settings.tlsFolder);
  const metrics = prometheusMetrics([secretFault, certificateFault]);
  const lines = bufferedLines(out);
  const log: Log = (line) => {
    metrics.count(line);
    lines.add(JSON.stringify(logEntry(line)));
  };
  const logFailure = (what: string, fault: unknown): void => {
    metrics.countFault(what);
    error(faultLine(what, fault));
  };
  const { nearestValid } = settings;
  const service = createService({ kinds, lookup: noCluster, log, nearestValid });
  const { callers, isLoaded } = callersOf(settings, log, (fault) => logFailure(secretFault, fault));
  let isStopping = false;
  const unready = async (): Promise<string | undefined> => {
    if (isStopping) return "stopping";
    return (await isLoaded()) ? undefined : secretFault;
  };
  const { address } = settings;
  const reviews = await startReviewServer({
    service,
    callers,
    certificate,
    unready,
    port: settings.port,
    address,
  });
  const { text } = metrics;
  const metricsServer = await startMetricsServer(text, { port: settings.metricsPort, address });
  const watch = watchCertificate({
    folder: settings.tlsFolder,
    current: certificate,
    ...(certificateMs !== undefined && { everyMs: certificateMs }),
    changed: (next) => reviews.renew(next),
    failed: (fault) => logFailure(certificateFault, fault),
  });
  return {
    port: reviews.port,
    metricsPort: metricsServer.port,
    stop: async () => {
      isStopping = true;
      reviews.closeAfterResponses();
      await wait(unreadyMs);
      await reviews.finish();
      watch.stop();
      await metricsServer.close();
      lines.end();
    },
  };
}

/** The callers that the secret names, or everybody without a secret, and a function that tells whether it has been read. */
function callersOf(
  { secret, rate }: ContainerSettings,
  log: Log,
  failed: (fault: unknown) => void,
): { readonly callers: Callers; readonly isLoaded: () => Promise<boolean> } {
  if (secret === undefined) return { callers: everybody, isLoaded: async () => true };
  const callers = loadedCallers({ source: secret, rate, lookup: connections(), log, failed });
  return { callers, isLoaded: callers.isLoaded };
}

function faultLine(what: string, fault: unknown): string {
  const reason = fault instanceof CertificateError && { reason: fault.message };
  return JSON.stringify({ ...faultEntry(what, fault), ...reason });
}
