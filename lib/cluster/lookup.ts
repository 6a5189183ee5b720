import type { JsonObject } from "../json/value.ts";

/** Names the objects of one type in the cluster that asks. */
export interface CollectionKey {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Absent for cluster-scoped objects, and for those of all namespaces. */
  readonly namespace?: string;
}

/** Names an object in the cluster that asks. */
export interface ObjectKey extends CollectionKey {
  readonly name: string;
}

/**
 * Read-only questions to the cluster that asks. A question that cannot be answered throws {@link LookupUnavailable}:
 * it never reads as a no.
 */
export interface Lookup {
  exists(key: ObjectKey, signal: AbortSignal): Promise<boolean>;
  /** The object; undefined where there is none. */
  get(key: ObjectKey, signal: AbortSignal): Promise<JsonObject | undefined>;
  /** All objects of a type, in the server's order. */
  list(key: CollectionKey, signal: AbortSignal): Promise<readonly JsonObject[]>;
  /** The same questions asked anew, where an answer so far was remembered; undefined where none was. */
  anew?(): Lookup | undefined;
}

/**
 * The cluster could not be asked. The review is answered with HTTP 503 and the server tries again: never a verdict. The
 * message is shown to users and stands in the log: it quotes no value of an object.
 */
export class LookupUnavailable extends Error {
  override readonly name = "LookupUnavailable";
}

/** What is said of a cluster that takes too long. */
export const tooLateText =
  "the cluster did not answer in time; if that goes on, see whether its API server is slow or the network drops packets";
