import { type Lookup, LookupUnavailable } from "./lookup.ts";

/** The lookup for a cluster without a server in the secret: every lookup fails. */
export const noCluster: Lookup = { exists: unconnected, get: unconnected, list: unconnected };

async function unconnected(): Promise<never> {
  throw new LookupUnavailable(
    "the webhook's secret names no server for this cluster: add `server` and a token to its entry",
  );
}
