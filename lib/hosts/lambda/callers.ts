import type { Callers } from "../../callers/callers.ts";
import { connections } from "../../cluster/connections.ts";
import type { Log } from "../../request/log.ts";
import { callersFromEnvironment, type Environment } from "./environment.ts";

/**
 * The callers of a Lambda function, with lookups in their clusters. The environment names the secret:
 * `CUSTOMHOUSE_SECRETS_FILE`, else `CUSTOMHOUSE_SECRET_ID`. Starts to read the secret.
 */
export function callersOf(environment: Environment, log: Log): Callers {
  return callersFromEnvironment(environment, { lookup: connections(), log });
}
