import type { KnownCluster } from "../cluster/access.ts";
import type { Lookup } from "../cluster/lookup.ts";
import { err, ok, type Result } from "../json/result.ts";
import {
  type HttpResponse,
  notFound,
  tooManyRequests,
  unavailable,
} from "../request/http-response.ts";
import type { Log } from "../request/log.ts";
import { rateLimitedResponse, retryResponse } from "../request/retry-after.ts";
import type { Callers } from "./callers.ts";
import type { ClusterCache } from "./secret/cluster-cache.ts";
import type { TokenBuckets } from "./token-bucket.ts";

/** What {@link knownCallers} needs to identify callers. */
export interface KnownCallersOptions {
  readonly clusters: ClusterCache;
  readonly buckets: TokenBuckets;
  /**
   * Returns the lookups in a cluster for one review. Undefined if only conversion is served, which needs no lookups.
   */
  readonly lookup: ((cluster: KnownCluster) => Lookup) | undefined;
  readonly log: Log;
}

/**
 * The callers that the secret names. A missing or unknown cluster, a wrong key and an address that may not call get the
 * same response as an unknown path: 404.
 */
export function knownCallers({ clusters, buckets, lookup, log }: KnownCallersOptions): Callers {
  return {
    identify: async ({ verb, credentials, source, deadline, requestId }) => {
      const refuse = (response: HttpResponse, cluster?: string): Result<never, HttpResponse> => {
        const outcome = response.status === 503 ? "unavailable" : "refused";
        const named = cluster === undefined ? {} : { cluster };
        const request = requestId === undefined ? {} : { requestId };
        log({ outcome, status: response.status, ...named, ...request });
        return err(response);
      };
      if (credentials === undefined) return err(notFound);
      const signal = (): AbortSignal => {
        const signals = deadline.signals();
        return verb === "convert" ? signals.signal : signals.lookupSignal;
      };
      const known = (await inTime(clusters.current(), signal)) ?? clusters.last();
      if (known === undefined) return refuse(await retryResponse(verb, notLoaded, deadline));
      const proved =
        known.find(credentials, source) ??
        (await inTime(clusters.reread(), signal))?.find(credentials, source);
      if (proved === undefined) return refuse(notFound);
      const { cluster, key } = proved;
      const waitSeconds = buckets.take(cluster.name);
      if (waitSeconds > 0) {
        return refuse(
          rateLimitedResponse(verb, tooManyRequests, deadline, waitSeconds),
          cluster.name,
        );
      }
      const clusterLookup = lookup === undefined ? {} : { lookup: lookup(cluster) };
      return ok({ cluster: cluster.name, key, ...clusterLookup });
    },
  };
}

const notLoaded = unavailable(
  "the webhook has not loaded its keys yet; the request can be retried",
);

/** Waits for the value. Returns undefined if the signal aborts first. */
async function inTime<T>(
  value: T | undefined | Promise<T | undefined>,
  signal: () => AbortSignal,
): Promise<T | undefined> {
  if (!(value instanceof Promise)) return value;
  const late = new Promise<undefined>((resolve) => {
    signal().addEventListener("abort", () => resolve(undefined), { once: true });
  });
  return await Promise.race([value, late]);
}
