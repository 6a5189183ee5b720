import type { JsonObject } from "../json/value.ts";

/** Identifies the objects of one type in the caller's cluster. */
export interface CollectionKey {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Absent for cluster-scoped objects and for objects of all namespaces. */
  readonly namespace?: string;
}

/** Identifies one object in the caller's cluster. */
export interface ObjectKey extends CollectionKey {
  readonly name: string;
}

/**
 * Read-only lookups in the caller's cluster. A lookup that fails throws {@link LookupUnavailable}: a failure never
 * means that an object does not exist.
 */
export interface Lookup {
  exists(key: ObjectKey, signal: AbortSignal): Promise<boolean>;
  /** The object; undefined if it does not exist. */
  get(key: ObjectKey, signal: AbortSignal): Promise<JsonObject | undefined>;
  /** All objects of a type, in the server's order. */
  list(key: CollectionKey, signal: AbortSignal): Promise<readonly JsonObject[]>;
  /** The same lookups without the results that are cached now. Undefined if no result so far came from the cache. */
  fresh?(): Lookup | undefined;
}

/**
 * Thrown if a lookup fails. The response to the review is then HTTP 503 without a decision, and the server retries. Users and
 * the log see the message, so it quotes no value of an object.
 */
export class LookupUnavailable extends Error {
  override readonly name = "LookupUnavailable";
}

/** The message if the cluster takes too long to respond. */
export const tooLateText =
  "the cluster did not respond in time; if this persists, check whether its API server is slow or the network drops packets";
