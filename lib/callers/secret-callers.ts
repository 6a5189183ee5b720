import { nowMs } from "../request/clock.ts";
import type { Callers } from "./callers.ts";
import { type KnownCallersOptions, knownCallers } from "./known-callers.ts";
import { keepClusters } from "./secret/kept-clusters.ts";
import type { SecretSource } from "./secret/secret-source.ts";
import { type Rate, tokenBuckets } from "./token-bucket.ts";

export interface SecretCallersOptions extends Pick<KnownCallersOptions, "lookup" | "log"> {
  readonly source: SecretSource;
  /** Default: 100 requests a second, 200 at once. */
  readonly rate?: Rate;
  /** Told when the secret could not be read: never what stands in it. */
  readonly failed: (fault: unknown) => void;
}

/** A cold cache of kube-apiserver converts one object after another, several caches at once. */
export const usualRate: Rate = { perSecond: 100, burst: 200 };

/** The callers that a secret names. The secret is read from now on. */
export function secretCallers({
  source,
  rate = usualRate,
  lookup,
  log,
  failed,
}: SecretCallersOptions): Callers {
  return knownCallers({
    clusters: keepClusters({ source, now: nowMs, failed }),
    buckets: tokenBuckets(rate, nowMs),
    lookup,
    log,
  });
}
