import { type Clusters, clustersOf } from "./clusters.ts";
import { readUsableSecret, SecretFault } from "./document.ts";
import type { SecretSource } from "./secret-source.ts";

/** Where a cache reads the secret, its clock, and what is called on a fault. */
interface ClusterCacheOptions {
  readonly source: SecretSource;
  /** A monotonic clock in ms. */
  readonly now: () => number;
  /** Called when the secret could not be read, or it or a cluster in it is malformed; the fault quotes nothing of it. */
  readonly failed: (fault: unknown) => void;
}

/**
 * Up to this age the clusters are used without another read. After it a request starts a read, and the old clusters are
 * used while it is running.
 */
const freshMs = 5 * 60_000;

/**
 * From this age on a request waits for a read: Lambda freezes a function after its response, and a read in the background
 * might never end.
 */
const staleMs = 6 * 60_000;

/** The least time between two reads that wrong keys cause, or that requests wait for: an unavailable source must not slow all requests. */
const forcedMs = 30_000;

/** The least time between two reads while there are no clusters, or only those of an older read. */
const retryMs = 1_000;

/** The timeout of one read. */
const readMs = 5_000;

/**
 * The clusters that may call, read repeatedly. While the source is unavailable or malformed, the last ones stay. A
 * cluster whose own entry is malformed keeps its previous entry, or may not call if it has none; the others are
 * updated.
 */
export interface ClusterCache {
  /** The clusters, after the first read; undefined where none has succeeded. Starts a read when one is due. */
  current(): Clusters | undefined | Promise<Clusters | undefined>;
  /** The clusters of the last read, however old. */
  last(): Clusters | undefined;
  /**
   * Reads the secret again, or waits for the read in progress. Undefined if the last forced read began too recently; the
   * promise gives undefined if no read has succeeded yet.
   */
  reread(): Promise<Clusters | undefined> | undefined;
}

/** Creates the cache and starts the first read at once, without waiting for the first request. */
export function cacheClusters({ source, now, failed }: ClusterCacheOptions): ClusterCache {
  let clusters: Clusters | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let forcedAt = Number.NEGATIVE_INFINITY;
  let waitedAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<Clusters | undefined> | undefined;
  const read = async (): Promise<Clusters | undefined> => {
    const askedAt = now();
    try {
      const secret = readUsableSecret(await source.read(AbortSignal.timeout(readMs)));
      if (!secret.ok) throw new SecretFault(secret.error);
      const { document, refused } = secret.value;
      const names = refused.map(({ name }) => name);
      clusters = clustersOf(document, { names, before: clusters });
      readAt = askedAt;
      for (const { fault } of refused) failed(new SecretFault(fault));
    } catch (fault) {
      failed(fault);
    }
    return clusters;
  };
  const start = (): Promise<Clusters | undefined> => {
    if (underWay === undefined) {
      triedAt = now();
      underWay = read().finally(() => {
        underWay = undefined;
      });
    }
    return underWay;
  };
  void start();
  return {
    current: () => {
      const age = now() - readAt;
      if (age > freshMs && now() - triedAt > retryMs) void start();
      const waits = age > staleMs && underWay !== undefined && now() - waitedAt > forcedMs;
      if (waits) waitedAt = now();
      return waits ? underWay : (clusters ?? underWay);
    },
    last: () => clusters,
    reread: () => {
      // A read that is running may have started before the key was added: it does not count as the forced one.
      if (underWay !== undefined) return underWay;
      if (now() - forcedAt < forcedMs) return undefined;
      forcedAt = now();
      return start();
    },
  };
}
