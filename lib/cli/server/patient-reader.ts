import { setTimeout } from "node:timers/promises";
import type { ClusterReader } from "../../evolve/cluster-reader.ts";
import type { ClusterApi } from "./cluster-api.ts";

/** How often a request is sent that the server answers with 429. A cache that fills takes seconds, one that can't for ever. */
const maxAttempts = 10;

/**
 * A reader of a cluster by the user's kubectl. A request that the server is too busy for (429) is sent again after the
 * time that the server names.
 */
export function patientReader(api: ClusterApi): ClusterReader {
  return {
    get: async (path, accept) => {
      for (let attempt = 1; ; attempt++) {
        const reply = await api.call({
          method: "GET",
          path,
          ...(accept !== undefined && { accept }),
        });
        const { status, retryAfterSeconds } = reply;
        if (status !== 429 || retryAfterSeconds === undefined || attempt === maxAttempts)
          return reply;
        await setTimeout(retryAfterSeconds * 1000);
      }
    },
  };
}
