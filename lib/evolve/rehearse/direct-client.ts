import type { JsonObject } from "../../json/value.ts";
import type { ClusterReply } from "../cluster-reader.ts";
import type { StepRequest } from "../step/step-scene.ts";

/** Sends each request once, so that it shows what any client would see. */
export interface DirectClient {
  /** Errors: those of the connection. */
  readonly call: (request: StepRequest) => Promise<ClusterReply>;
  /** Opens a watch. Errors: those of the connection. */
  readonly watch: (path: string, signal: AbortSignal) => Promise<WatchReply>;
}

/** A watch that is open, with its events until it ends; or why there is none. */
export type WatchReply = { readonly events: AsyncIterable<JsonObject> } | ClusterReply;
