import type { Callers } from "../../callers/callers.ts";
import { SecretFault } from "../../callers/secret/document.ts";
import { namedSource } from "../../callers/secret/named-source.ts";
import type { SecretSource } from "../../callers/secret/secret-source.ts";
import { secretsExtension } from "../../callers/secret/secrets-extension.ts";
import {
  rateFromEnvironment,
  type SecretCallersOptions,
  secretCallers,
} from "../../callers/secret-callers.ts";
import { logFault } from "./fault-log.ts";

/** The environment variables of a Lambda function, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The options of callers that don't come from the environment. */
type CallersOptions = Pick<SecretCallersOptions, "lookup" | "log">;

/**
 * The callers of a Lambda function. `CUSTOMHOUSE_SECRETS_FILE`, else `CUSTOMHOUSE_SECRET_ID`, names the secret;
 * `CUSTOMHOUSE_CLUSTER_RATE` and `CUSTOMHOUSE_CLUSTER_BURST` limit how many requests of a cluster this process accepts,
 * per second and at once. Starts to read the secret, unless it is read from an extension (`CUSTOMHOUSE_SECRETS_EXTENSION`).
 */
export function callersFromEnvironment(
  environment: Environment,
  { lookup, log }: CallersOptions,
): Callers {
  return secretCallers({
    source: secretSource(environment) ?? unnamedSource,
    rate: rateFromEnvironment(environment),
    lookup,
    log,
    failed: (fault) => logFault("the secret could not be read", fault),
  });
}

function secretSource(environment: Environment): SecretSource | undefined {
  return environment["CUSTOMHOUSE_SECRETS_EXTENSION"] === "on"
    ? namedSource(environment, (id) => secretsExtension(id, environment))
    : namedSource(environment);
}

/** The source of the secret if the environment names none. Reading it fails, so nobody may call. */
const unnamedSource: SecretSource = { read: () => Promise.reject(new SecretFault(notNamedText)) };

const notNamedText =
  "set CUSTOMHOUSE_SECRET_ID or CUSTOMHOUSE_SECRETS_FILE: neither names a secret";
