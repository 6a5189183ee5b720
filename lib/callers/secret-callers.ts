import { nowMs } from "../request/clock.ts";
import type { Callers } from "./callers.ts";
import { type KnownCallersOptions, knownCallers } from "./known-callers.ts";
import { cacheClusters } from "./secret/cluster-cache.ts";
import type { SecretSource } from "./secret/secret-source.ts";
import { type RateLimit, tokenBuckets } from "./token-bucket.ts";

/** Where the secret is read, how many requests each caller may send, and what is called on a fault. */
export interface SecretCallersOptions extends Pick<KnownCallersOptions, "lookup" | "log"> {
  readonly source: SecretSource;
  /** Default {@link defaultRate}: 100 requests per second, 200 at once. */
  readonly rate?: RateLimit;
  /** Called if the secret can't be read. The fault quotes nothing of the secret. */
  readonly failed: (fault: unknown) => void;
}

/**
 * The default rate of a cluster. It is generous because kube-apiserver fills a cold cache with one request for each
 * object, for several caches in parallel.
 */
export const defaultRate: RateLimit = { perSecond: 100, burst: 200 };

/**
 * The rate set by the environment: `CUSTOMHOUSE_CLUSTER_RATE` and `CUSTOMHOUSE_CLUSTER_BURST` limit how many requests
 * of a cluster one process accepts, per second and at once. {@link defaultRate} for a variable that is absent, not a
 * number or too small (0 or less; less than 1 for the burst).
 */
export function rateFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): RateLimit {
  const perSecond = Number(environment["CUSTOMHOUSE_CLUSTER_RATE"]);
  const burst = Number(environment["CUSTOMHOUSE_CLUSTER_BURST"]);
  return {
    perSecond: perSecond > 0 ? perSecond : defaultRate.perSecond,
    burst: burst >= 1 ? burst : defaultRate.burst,
  };
}

/** The callers that a secret names. Starts to read the secret, unless its source can be read only during requests. */
export function secretCallers({
  source,
  rate = defaultRate,
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
