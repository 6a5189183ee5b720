import { nowMs } from "../request/clock.ts";
import type { Callers } from "./callers.ts";
import { type KnownCallersOptions, knownCallers } from "./known-callers.ts";
import { cacheClusters } from "./secret/cluster-cache.ts";
import type { SecretSource } from "./secret/secret-source.ts";
import { type RateLimit, tokenBuckets } from "./token-bucket.ts";

/** Where the secret is read, how much each caller may send, and what is called on a fault. */
export interface SecretCallersOptions extends Pick<KnownCallersOptions, "lookup" | "log"> {
  readonly source: SecretSource;
  /** Default: 100 requests a second, 200 at once. */
  readonly rate?: RateLimit;
  /** Called when the secret could not be read; the fault quotes nothing of it. */
  readonly failed: (fault: unknown) => void;
}

/** kube-apiserver fills a cold cache with a request for each object, several caches in parallel. */
export const usualRate: RateLimit = { perSecond: 100, burst: 200 };

/**
 * The rate that an environment sets: `CUSTOMHOUSE_CLUSTER_RATE` and `CUSTOMHOUSE_CLUSTER_BURST` limit the requests of a
 * cluster to one process, per second and at once. {@link usualRate} where they are absent or not positive.
 */
export function rateIn(environment: Readonly<Record<string, string | undefined>>): RateLimit {
  const perSecond = Number(environment["CUSTOMHOUSE_CLUSTER_RATE"]);
  const burst = Number(environment["CUSTOMHOUSE_CLUSTER_BURST"]);
  return {
    perSecond: perSecond > 0 ? perSecond : usualRate.perSecond,
    burst: burst >= 1 ? burst : usualRate.burst,
  };
}

/** The callers that a secret names. Starts reading the secret. */
export function secretCallers({
  source,
  rate = usualRate,
  lookup,
  log,
  failed,
}: SecretCallersOptions): Callers {
  return knownCallers({
    clusters: cacheClusters({ source, now: nowMs, failed }),
    buckets: tokenBuckets(rate, nowMs),
    lookup,
    log,
  });
}
