import { type Lookup, LookupUnavailable } from "./lookup.ts";

/** The lookups for a cluster whose entry in the secret has no server: every lookup fails. */
export const noCluster: Lookup = {
  exists: rejectUnconnected,
  get: rejectUnconnected,
  list: rejectUnconnected,
};

async function rejectUnconnected(): Promise<never> {
  throw new LookupUnavailable(
    "the webhook's secret names no server for this cluster: add `server` and a token to its entry",
  );
}
