import { setTimeout } from "node:timers/promises";
import type { ClusterClient } from "../../evolve/cluster-client.ts";
import type { ClusterReader } from "../../evolve/cluster-reader.ts";
import type { ApiCall, ApiReply } from "./api-request.ts";
import type { ClusterApi } from "./cluster-api.ts";

/**
 * How often a request is sent at most. While the API server's watch cache fills, responses are 429: for seconds, or for ever if
 * the cache can't be filled. The number is a choice: client-go retries ten times, too.
 */
const maxAttempts = 10;

/**
 * The longest Retry-After that is followed, in seconds; a response with a longer one is returned. kube-apiserver sends a few
 * seconds, but an admission webhook or a proxy may send any number. The number is a choice: a person who waits for longer takes
 * the command for stuck.
 */
const longestWaitSeconds = 60;

/** What sends a request once. */
type RequestSender = Pick<ClusterApi, "call">;

/**
 * A reader of a cluster that retries. A request is sent again after the time in Retry-After if the API server is too busy (429)
 * or is reloading a definition that was changed (503).
 */
export function retryingReader(api: RequestSender): ClusterReader {
  return {
    get: (path, accept) =>
      retryingCall(api, { method: "GET", path, ...(accept !== undefined && { accept }) }),
  };
}

/**
 * As {@link retryingReader}, for reads and writes. Retrying a write is safe: with Retry-After, the server has not carried it
 * out.
 */
export function retryingClient(api: RequestSender): ClusterClient {
  return { ...retryingReader(api), send: (write) => retryingCall(api, write) };
}

async function retryingCall(api: RequestSender, call: ApiCall): Promise<ApiReply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await api.call(call);
    const { status, retryAfterSeconds } = reply;
    const isBusy = status === 429 || status === 503;
    const seconds = isBusy ? retryAfterSeconds : undefined;
    if (seconds === undefined || seconds > longestWaitSeconds || attempt === maxAttempts) {
      return reply;
    }
    await setTimeout(seconds * 1000);
  }
}
