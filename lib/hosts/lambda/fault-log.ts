import { SecretFault } from "../../cluster/secret/document.ts";
import { errorFrames } from "../log.ts";

/** Writes a fault that belongs to no request: of the secret, of a recording. `what` is fixed text. */
export function logFault(what: string, thrown: unknown): void {
  const reason = thrown instanceof SecretFault ? thrown.message : undefined;
  console.error(JSON.stringify({ fault: what, reason, error: errorFrames(thrown) }));
}
