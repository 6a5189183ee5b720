import { type Lookup, LookupUnavailable } from "./lookup.ts";

/** Stands for a cluster that the secret names no server of: no question can be asked there. */
export const noCluster: Lookup = { exists: unconnected, get: unconnected, list: unconnected };

async function unconnected(): Promise<never> {
  throw new LookupUnavailable(
    "the webhook knows no server for this cluster: its secret needs `server` and a token there",
  );
}
