import { type Clusters, clustersOf } from "./clusters.ts";
import { readUsableSecret, SecretFault } from "./document.ts";
import type { SecretSource } from "./secret-source.ts";

/** The source of the secret, a clock, and a function to call on a fault. */
interface ClusterCacheOptions {
  readonly source: SecretSource;
  /** The time of a monotonic clock in ms. */
  readonly now: () => number;
  /** Called if the secret can't be read, is malformed, or has a malformed entry. The fault quotes nothing of it. */
  readonly failed: (fault: unknown) => void;
}

/**
 * Up to this age, in ms, the clusters are used without reading the secret again. After it, a request starts a read, and the old
 * clusters are used until the read ends. The number is a choice: a removed key must stop working within minutes, and each
 * process pays for a read as often as this.
 */
const freshMs = 5 * 60_000;

/**
 * From this age on, in ms, a request waits for a read: Lambda freezes a function after its response, so a read in the
 * background might never end. The number is a choice: a minute longer than {@link freshMs}, in which a process with frequent
 * requests ends its read, so that none of them waits.
 */
const staleMs = 6 * 60_000;

/**
 * The least time, in ms, between two reads that wrong keys cause, and between two requests that wait for a read because of
 * {@link staleMs}: an unavailable source must not slow all requests.
 */
const forcedMs = 30_000;

/**
 * The least time, in ms, between two attempts to read the secret while there are no clusters or those of an earlier read are
 * too old. It is as long as the pause after which kube-apiserver retries, so that a retry can succeed.
 */
const retryMs = 1_000;

/**
 * The timeout of one read, in ms. The number is a choice: long enough for the two attempts of a client of Secrets Manager, and
 * half of the default timeout of an admission, which may wait for the read.
 */
const readMs = 5_000;

/**
 * The clusters that may call. The secret is read again when the clusters are older than {@link freshMs}. If it can't be read
 * or is malformed, the clusters of the last successful read stay. A cluster whose own entry is malformed keeps its previous
 * entry, or may not call if it has none; all others are updated.
 */
export interface ClusterCache {
  /**
   * The clusters; undefined if no read has succeeded. Starts a read if one is due. Waits for the read in progress if there are
   * no clusters yet and, at most once in 30 s, if they are older than {@link staleMs}.
   */
  current(): Clusters | undefined | Promise<Clusters | undefined>;
  /** The clusters of the last successful read, of any age. */
  last(): Clusters | undefined;
  /**
   * Reads the secret again, or waits for the read in progress. Undefined if the last read that this method started began less
   * than 30 s ago. The promise gives undefined if no read has succeeded yet.
   */
  reread(): Promise<Clusters | undefined> | undefined;
}

/** Creates the cache and starts the first read at once, or with the first request if the source is read only then. */
export function cacheClusters({ source, now, failed }: ClusterCacheOptions): ClusterCache {
  let clusters: Clusters | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let forcedAt = Number.NEGATIVE_INFINITY;
  let waitedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<Clusters | undefined> | undefined;
  const read = async (): Promise<Clusters | undefined> => {
    const startedAt = now();
    try {
      const secret = readUsableSecret(await source.read(AbortSignal.timeout(readMs)));
      if (!secret.ok) throw new SecretFault(secret.error);
      const { document, refused } = secret.value;
      const names = refused.map(({ name }) => name);
      clusters = clustersOf(document, { names, before: clusters });
      readAt = startedAt;
      for (const { fault } of refused) failed(new SecretFault(fault));
    } catch (fault) {
      failed(fault);
    }
    return clusters;
  };
  const start = (): Promise<Clusters | undefined> => {
    if (running === undefined) {
      triedAt = now();
      running = read().finally(() => {
        running = undefined;
      });
    }
    return running;
  };
  if (source.onlyInRequests !== true) void start();
  return {
    current: () => {
      const age = now() - readAt;
      if (age > freshMs && now() - triedAt > retryMs) void start();
      const waits = age > staleMs && running !== undefined && now() - waitedAt > forcedMs;
      if (waits) waitedAt = now();
      return waits ? running : (clusters ?? running);
    },
    last: () => clusters,
    reread: () => {
      // A running read may have started before the key was added, so it does not count as a forced read.
      if (running !== undefined) return running;
      if (now() - forcedAt < forcedMs) return undefined;
      forcedAt = now();
      return start();
    },
  };
}
