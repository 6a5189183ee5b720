import { type Clusters, clustersOf } from "./clusters.ts";
import { readUsableSecret, SecretFault } from "./document.ts";
import type { SecretSource } from "./secret-source.ts";

export interface KeepOptions {
  readonly source: SecretSource;
  /** A monotonic clock in ms. */
  readonly now: () => number;
  /** Told when the secret could not be read, or it or one cluster of it is malformed: never what stands in it. */
  readonly failed: (fault: unknown) => void;
}

/** How long what was read is used without asking again; then it is used while it is asked for. */
const freshMs = 5 * 60_000;

/**
 * From this age on a request waits for a reading: one that goes on behind an answer is frozen with a function that nobody
 * calls, and would never end.
 */
const staleMs = 6 * 60_000;

/** Between two readings that wrong keys bring about, or that requests wait for: a place that is down must not slow all. */
const forcedMs = 30_000;

/** Between two readings while there is nothing to use, or what there is is not fresh. */
const retryMs = 1_000;

/** What one reading may take. */
const readMs = 5_000;

/**
 * The clusters that may call, read again and again. The last good ones stay while the place is down or malformed; a cluster
 * whose entry alone is malformed stays as it was, or is refused where it was never known, and the others are as they are read.
 */
export interface KeptClusters {
  /** What is known now, after the first reading; undefined where none has succeeded. Starts a reading when it is time. */
  current(): Clusters | undefined | Promise<Clusters | undefined>;
  /** What was known last, however old. */
  last(): Clusters | undefined;
  /** What is known after one more reading; undefined where it is too early for one. */
  reread(): Promise<Clusters | undefined> | undefined;
}

/** Starts reading at once, so that a cold start does not wait for its first request. */
export function keepClusters({ source, now, failed }: KeepOptions): KeptClusters {
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
      // One that is under way may have begun before the key was put in: it does not count as the forced one.
      if (underWay !== undefined) return underWay;
      if (now() - forcedAt < forcedMs) return undefined;
      forcedAt = now();
      return start();
    },
  };
}
