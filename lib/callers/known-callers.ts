import type { KnownCluster } from "../cluster/access.ts";
import type { Lookup } from "../cluster/lookup.ts";
import { err, ok, type Result } from "../json/result.ts";
import { askAgain, comeLater } from "../request/ask-again.ts";
import { type HttpAnswer, notFound, tooMany, unavailable } from "../request/http-answer.ts";
import type { Log } from "../request/log.ts";
import type { Callers } from "./callers.ts";
import type { KeptClusters } from "./secret/kept-clusters.ts";
import type { TokenBuckets } from "./token-bucket.ts";

/** What is needed to know callers by the secret. */
export interface KnownCallersOptions {
  readonly clusters: KeptClusters;
  readonly buckets: TokenBuckets;
  /** Asks a cluster, for one review; undefined where only conversion is served, which asks nothing. */
  readonly lookup: ((cluster: KnownCluster) => Lookup) | undefined;
  readonly log: Log;
}

/**
 * The callers that the secret names. Without a cluster and a key in the path, with an unknown cluster, a wrong key or a
 * foreign address, all get the same answer as an unknown path: 404.
 */
export function knownCallers({ clusters, buckets, lookup, log }: KnownCallersOptions): Callers {
  return {
    identify: async ({ verb, claim, source, deadline, requestId }) => {
      const refuse = (answer: HttpAnswer, cluster?: string): Result<never, HttpAnswer> => {
        const verdict = answer.status === 503 ? "unavailable" : "refused";
        const named = cluster === undefined ? {} : { cluster };
        const asked = requestId === undefined ? {} : { requestId };
        log({ verdict, status: answer.status, ...named, ...asked });
        return err(answer);
      };
      if (claim === undefined) return err(notFound);
      const signal = (): AbortSignal => {
        const signals = deadline.signals();
        return verb === "convert" ? signals.signal : signals.lookupSignal;
      };
      const known = (await inTime(clusters.current(), signal)) ?? clusters.last();
      if (known === undefined) return refuse(await askAgain(verb, notLoaded, deadline));
      const proved =
        known.find(claim, source) ?? (await inTime(clusters.reread(), signal))?.find(claim, source);
      if (proved === undefined) return refuse(notFound);
      const { cluster, key } = proved;
      const waitSeconds = buckets.take(cluster.name);
      if (waitSeconds > 0) {
        return refuse(comeLater(verb, tooMany, deadline, waitSeconds), cluster.name);
      }
      const asking = lookup === undefined ? {} : { lookup: lookup(cluster) };
      return ok({ cluster: cluster.name, key, ...asking });
    },
  };
}

const notLoaded = unavailable(
  "the webhook has not loaded its keys yet; the request can be tried again",
);

/** What is there, or comes before the answer would be late; else undefined. */
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
