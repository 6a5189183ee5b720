import type { JsonObject } from "../json/value.ts";

/** Names the objects of one type in the caller's cluster. */
export interface CollectionKey {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Absent for cluster-scoped objects, and for those of all namespaces. */
  readonly namespace?: string;
}

/** Names an object in the caller's cluster. */
export interface ObjectKey extends CollectionKey {
  readonly name: string;
}

/**
 * Read-only questions to the caller's cluster. A failed lookup throws {@link LookupUnavailable}: it is never taken as the
 * absence of an object.
 */
export interface Lookup {
  exists(key: ObjectKey, signal: AbortSignal): Promise<boolean>;
  /** The object; undefined where there is none. */
  get(key: ObjectKey, signal: AbortSignal): Promise<JsonObject | undefined>;
  /** All objects of a type, in the server's order. */
  list(key: CollectionKey, signal: AbortSignal): Promise<readonly JsonObject[]>;
  /** The same lookups without results cached so far; undefined where no result came from the cache. */
  fresh?(): Lookup | undefined;
}

/**
 * A lookup failed. The review is answered with HTTP 503, without a decision, and the server retries it. The message is
 * shown to users and logged: it quotes no value of an object.
 */
export class LookupUnavailable extends Error {
  override readonly name = "LookupUnavailable";
}

/** The message for a cluster that takes too long. */
export const tooLateText =
  "the cluster did not answer in time; if this persists, check whether its API server is slow or the network drops packets";
