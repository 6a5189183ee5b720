import type { PatchOperation } from "../admission/patch/diff.ts";
import type { Result } from "../json/result.ts";
import type { JsonObject } from "../json/value.ts";
import type { StatusError } from "./failure.ts";

/** What the mutating webhook changed: the object before and after, and the patch. */
export interface Mutation {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly patch: readonly PatchOperation[];
}

/** The outcome of a simulated request. */
export interface ObjectOutcome {
  readonly warnings: readonly string[];
  /** Why the request was refused; undefined if it was allowed. */
  readonly failure: StatusError | undefined;
  /** Undefined if no webhook changed the object. */
  readonly mutation: Mutation | undefined;
  /**
   * The decoded object of the request; for a DELETE, the stored object in the request's version. Undefined if decoding
   * or reading fails.
   */
  readonly decoded: JsonObject | undefined;
  /** The stored object, read in the storage version. Undefined if the request was refused or the object was removed. */
  readonly stored: JsonObject | undefined;
  /** The stored object in each served version, or why it can't be read in that version; empty if nothing is stored. */
  readonly versions: ReadonlyMap<string, Result<JsonObject, string>>;
}
