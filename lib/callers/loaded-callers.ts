import { nowMs } from "../request/clock.ts";
import type { Callers } from "./callers.ts";
import { knownCallers } from "./known-callers.ts";
import { cacheClusters } from "./secret/cluster-cache.ts";
import { type SecretCallersOptions, usualRate } from "./secret-callers.ts";
import { tokenBuckets } from "./token-bucket.ts";

/** Callers that a secret names, for a process that must not get requests before it knows them. */
interface LoadedCallers extends Callers {
  /** True once the secret has been read. Reads it again if that is due, as a request does. */
  isLoaded(): Promise<boolean>;
}

/**
 * The callers that a secret names, with a test whether the secret has been read. Functions use `secretCallers`, which
 * lacks this test: they have no readiness probe, and each byte adds to a cold start.
 */
export function loadedCallers({
  source,
  rate = usualRate,
  lookup,
  log,
  failed,
}: SecretCallersOptions): LoadedCallers {
  const clusters = cacheClusters({ source, now: nowMs, failed });
  const callers = knownCallers({ clusters, buckets: tokenBuckets(rate, nowMs), lookup, log });
  return { ...callers, isLoaded: async () => (await clusters.current()) !== undefined };
}
