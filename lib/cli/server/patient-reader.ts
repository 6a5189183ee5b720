import { setTimeout } from "node:timers/promises";
import type { ClusterClient } from "../../evolve/cluster-client.ts";
import type { ClusterReader } from "../../evolve/cluster-reader.ts";
import type { ApiCall, ApiReply, ClusterApi } from "./cluster-api.ts";

/**
 * How often a request that the server refuses with 429 is sent at most. A watch cache that is still filling takes seconds;
 * one that can't be filled never ends.
 */
const maxAttempts = 10;

/**
 * A reader of a cluster by the user's kubectl. A request that the server is too busy for (429) is sent again after the
 * time that the server names.
 */
export function patientReader(api: ClusterApi): ClusterReader {
  return {
    get: (path, accept) =>
      patientCall(api, { method: "GET", path, ...(accept !== undefined && { accept }) }),
  };
}

/** As {@link patientReader}, and writes. A response of 429 says that nothing was done, so that a write may be sent again. */
export function patientClient(api: ClusterApi): ClusterClient {
  return { ...patientReader(api), send: (write) => patientCall(api, write) };
}

async function patientCall(api: ClusterApi, call: ApiCall): Promise<ApiReply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await api.call(call);
    const { status, retryAfterSeconds } = reply;
    if (status !== 429 || retryAfterSeconds === undefined || attempt === maxAttempts) return reply;
    await setTimeout(retryAfterSeconds * 1000);
  }
}
