import { SecretFault } from "../callers/secret/document.ts";
import { errorFrames } from "../request/log.ts";

/** A fault outside of any request, for the log. */
interface FaultEntry {
  readonly fault: string;
  /** Why the secret could not be used, for a fault of the secret; quotes nothing of it. */
  readonly reason: string | undefined;
  readonly error: string;
}

/** The entry of a fault, of the secret or of a recording. `what` is fixed text. */
export function faultEntry(what: string, thrown: unknown): FaultEntry {
  const reason = thrown instanceof SecretFault ? thrown.message : undefined;
  return { fault: what, reason, error: errorFrames(thrown) };
}
