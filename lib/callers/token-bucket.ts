/**
 * How many requests of a cluster one process accepts. kube-apiserver sends bursts of requests when it fills a cache.
 */
export interface RateLimit {
  /** Requests per second, on average. */
  readonly perSecond: number;
  /** The most requests at once, after a pause. */
  readonly burst: number;
}

/** One token bucket for each cluster. */
export interface TokenBuckets {
  /**
   * Takes a token for one request. Returns 0 if the request is accepted, otherwise after how many seconds to retry, at
   * least 1.
   */
  take(cluster: string): number;
}

/** Creates a bucket for each cluster, full at first. `now` returns the time of a monotonic clock in ms. */
export function tokenBuckets({ perSecond, burst }: RateLimit, now: () => number): TokenBuckets {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take: (cluster) => {
      const at = now();
      const bucket = buckets.get(cluster) ?? { tokens: burst, at };
      const refilled = bucket.tokens + ((at - bucket.at) / 1000) * perSecond;
      const tokens = Math.min(burst, refilled);
      const passes = tokens >= 1;
      buckets.set(cluster, { tokens: passes ? tokens - 1 : tokens, at });
      return passes ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond));
    },
  };
}
