/** Names an object in the cluster that asks. */
export interface ObjectKey {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Absent for a cluster-scoped object. */
  readonly namespace?: string;
  readonly name: string;
}

/**
 * Read-only questions to the cluster that asks. A question that cannot be answered throws {@link LookupUnavailable}:
 * it never reads as a no.
 */
export interface Lookup {
  exists(key: ObjectKey, signal: AbortSignal): Promise<boolean>;
}

/** The cluster could not be asked. The review is answered with HTTP 503 and the server tries again: never a verdict. */
export class LookupUnavailable extends Error {
  override readonly name = "LookupUnavailable";
}
