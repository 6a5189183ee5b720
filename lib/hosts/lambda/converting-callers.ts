import type { Callers } from "../../callers/callers.ts";
import type { Log } from "../../request/log.ts";
import { callersFromEnvironment, type Environment } from "./environment.ts";

/**
 * The callers of a Lambda function that only converts; the environment names the secret as in `callers.ts`. Conversion needs
 * no lookups, so their code is not loaded. Not for admission: without lookups in the caller's cluster, the service uses its
 * `lookup` option instead, such as the kinds' samples.
 */
export function convertingCallersOf(environment: Environment, log: Log): Callers {
  return callersFromEnvironment(environment, { lookup: undefined, log });
}
