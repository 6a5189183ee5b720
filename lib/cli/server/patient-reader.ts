import { setTimeout } from "node:timers/promises";
import type { ClusterClient } from "../../evolve/cluster-client.ts";
import type { ClusterReader } from "../../evolve/cluster-reader.ts";
import type { ApiCall, ApiReply } from "./api-request.ts";
import type { ClusterApi } from "./cluster-api.ts";

/**
 * How often a request that the server does not take is sent at most. A watch cache that is still filling takes seconds;
 * one that can't be filled never ends.
 */
const maxAttempts = 10;

/** What sends a request once. */
type RequestSender = Pick<ClusterApi, "call">;

/**
 * A reader of a cluster by the user's kubectl. A request that the server does not take just now is sent again after the
 * time that the server names: while it is too busy (429), or replaces what serves a definition that was changed (503).
 */
export function patientReader(api: RequestSender): ClusterReader {
  return {
    get: (path, accept) =>
      patientCall(api, { method: "GET", path, ...(accept !== undefined && { accept }) }),
  };
}

/** As {@link patientReader}, and writes: the server did nothing where it says when to send a request again. */
export function patientClient(api: RequestSender): ClusterClient {
  return { ...patientReader(api), send: (write) => patientCall(api, write) };
}

async function patientCall(api: RequestSender, call: ApiCall): Promise<ApiReply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await api.call(call);
    const { status, retryAfterSeconds } = reply;
    const isTaken = (status !== 429 && status !== 503) || retryAfterSeconds === undefined;
    if (isTaken || attempt === maxAttempts) return reply;
    await setTimeout(retryAfterSeconds * 1000);
  }
}
