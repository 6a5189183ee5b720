/** How much each cluster may ask of one process: kube-apiserver bursts when a cache is filled. */
export interface Rate {
  /** Requests a second, in the long run. */
  readonly perSecond: number;
  /** Requests at once. */
  readonly burst: number;
}

/** What a request takes out of its cluster's bucket. */
export interface TokenBuckets {
  /** Seconds until a request may come again, at least 1; 0 where this one may pass. */
  take(cluster: string): number;
}

/** A bucket for each cluster, full at first. `now` is a monotonic clock in ms. */
export function tokenBuckets({ perSecond, burst }: Rate, now: () => number): TokenBuckets {
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
