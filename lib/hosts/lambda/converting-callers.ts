import type { Callers } from "../../callers/callers.ts";
import type { Log } from "../../request/log.ts";
import { type Environment, environmentsCallers } from "./environment.ts";

/**
 * The callers of a function that only converts, named by the secret as in `callers.ts`. Conversion needs no lookups, so
 * their code is not loaded. A function that admits must not use these callers: its lookups would use the samples of the
 * kinds instead of the cluster.
 */
export function convertingCallersOf(environment: Environment, log: Log): Callers {
  return environmentsCallers(environment, { lookup: undefined, log });
}
