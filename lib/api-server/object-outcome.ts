import type { PatchOperation } from "../admission/patch/diff.ts";
import type { Result } from "../json/result.ts";
import type { JsonObject } from "../json/value.ts";
import type { StatusError } from "./failure.ts";

/** What our mutating webhook changed. */
export interface Mutation {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly patch: readonly PatchOperation[];
}

/** What the server did with a request. */
export interface ObjectOutcome {
  readonly warnings: readonly string[];
  /** Undefined for an allowed request. */
  readonly failure: StatusError | undefined;
  /** Undefined where no webhook changed the object. */
  readonly mutation: Mutation | undefined;
  /** The object of the request, decoded, or the one to delete as it is read; undefined where that fails. */
  readonly decoded: JsonObject | undefined;
  /**
   * The stored object as it is read back in the storage version; undefined for a refused request and for an object that
   * is gone.
   */
  readonly stored: JsonObject | undefined;
  /** The stored object in each served version, or why it can't be converted to it. */
  readonly versions: ReadonlyMap<string, Result<JsonObject, string>>;
}
