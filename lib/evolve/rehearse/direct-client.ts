import type { JsonObject } from "../../json/value.ts";
import type { ClusterReply } from "../cluster-reader.ts";
import type { StepRequest } from "../step/step-context.ts";

/** Sends each request once, without retries, so that every failure is seen. */
export interface DirectClient {
  /** Sends a request. Errors: those of the connection. */
  readonly call: (request: StepRequest) => Promise<ClusterReply>;
  /** Opens a watch. Errors: those of the connection. */
  readonly watch: (path: string, signal: AbortSignal) => Promise<WatchReply>;
}

/** An open watch with its events, which end when the watch ends; or the response that refuses the watch. */
export type WatchReply = { readonly events: AsyncIterable<JsonObject> } | ClusterReply;
