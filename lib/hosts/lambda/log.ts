import { SecretFault } from "../../cluster/secret/document.ts";
import { errorFrames, type Log } from "../log.ts";
import { metricEntry } from "./metrics.ts";

/** Writes a line with its metrics where Lambda takes the log from. */
export const lambdaLog: Log = (line) => {
  console.log(JSON.stringify(metricEntry(line, Date.now())));
};

/** Writes a fault that belongs to no request: of the secret, of a recording. `what` is fixed text. */
export function logFault(what: string, thrown: unknown): void {
  const reason = thrown instanceof SecretFault ? thrown.message : undefined;
  console.error(JSON.stringify({ fault: what, reason, error: errorFrames(thrown) }));
}
