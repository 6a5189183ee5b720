import { nowMs } from "../request/clock.ts";
import type { Callers } from "./callers.ts";
import { knownCallers } from "./known-callers.ts";
import { cacheClusters } from "./secret/cluster-cache.ts";
import { type SecretCallersOptions, usualRate } from "./secret-callers.ts";
import { tokenBuckets } from "./token-bucket.ts";

/** Callers that a secret names, for a process that must not get requests before it knows them. */
interface LoadedCallers extends Callers {
  /** True once the secret has been read. Reads it again where that is due, as a request does. */
  isLoaded(): Promise<boolean>;
}

/**
 * As `secretCallers`, which says nothing of the secret: a function has no probe, and each byte of it adds to a cold start.
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
