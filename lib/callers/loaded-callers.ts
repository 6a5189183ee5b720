import { nowMs } from "../request/clock.ts";
import type { Callers } from "./callers.ts";
import { knownCallers } from "./known-callers.ts";
import { cacheClusters } from "./secret/cluster-cache.ts";
import { defaultRate, type SecretCallersOptions } from "./secret-callers.ts";
import { tokenBuckets } from "./token-bucket.ts";

/** The callers that a secret names, for a process that has to report whether it is ready. */
interface LoadedCallers extends Callers {
  /** True once the secret has been read. Starts to read it again if that is due, as a request would. */
  isLoaded(): Promise<boolean>;
}

/**
 * The callers that a secret names, and `isLoaded` for a readiness probe. Lambda functions use `secretCallers` without
 * `isLoaded`: they have no readiness probe, and every byte of code makes a cold start longer.
 */
export function loadedCallers({
  source,
  rate = defaultRate,
  lookup,
  log,
  failed,
}: SecretCallersOptions): LoadedCallers {
  const clusters = cacheClusters({ source, now: nowMs, failed });
  const callers = knownCallers({ clusters, buckets: tokenBuckets(rate, nowMs), lookup, log });
  return { ...callers, isLoaded: async () => (await clusters.current()) !== undefined };
}
