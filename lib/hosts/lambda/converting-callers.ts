import type { Callers } from "../../callers/callers.ts";
import type { Log } from "../../request/log.ts";
import { type Environment, environmentsCallers } from "./environment.ts";

/**
 * The callers of a function that only converts; the environment names the secret as in `callers.ts`. Conversion needs
 * no lookups, so their code is not loaded. Not for admission: its lookups would read the kinds' samples instead of the
 * cluster.
 */
export function convertingCallersOf(environment: Environment, log: Log): Callers {
  return environmentsCallers(environment, { lookup: undefined, log });
}
