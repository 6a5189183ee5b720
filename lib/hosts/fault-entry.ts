import { SecretFault } from "../callers/secret/document.ts";
import { errorFrames } from "../request/log.ts";

/** A log entry for a fault that no request caused. */
interface FaultEntry {
  readonly fault: string;
  /** For a fault of the secret, why it could not be used. Quotes nothing of the secret. */
  readonly reason: string | undefined;
  readonly error: string;
}

/** Creates the log entry for a fault that no request caused. `what` says what failed: a constant text, never input. */
export function faultEntry(what: string, thrown: unknown): FaultEntry {
  const reason = thrown instanceof SecretFault ? thrown.message : undefined;
  return { fault: what, reason, error: errorFrames(thrown) };
}
