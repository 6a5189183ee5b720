import type { Callers } from "../../callers/callers.ts";
import { SecretFault } from "../../callers/secret/document.ts";
import { namedSource } from "../../callers/secret/named-source.ts";
import type { SecretSource } from "../../callers/secret/secret-source.ts";
import { rateIn, type SecretCallersOptions, secretCallers } from "../../callers/secret-callers.ts";
import { logFault } from "./fault-log.ts";

/** A function's environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What callers need besides the environment. */
type CallersOptions = Pick<SecretCallersOptions, "lookup" | "log">;

/**
 * The callers of a function, by its environment: `CUSTOMHOUSE_SECRETS_FILE`, else `CUSTOMHOUSE_SECRET_ID`, names the secret;
 * `CUSTOMHOUSE_CLUSTER_RATE` and `CUSTOMHOUSE_CLUSTER_BURST` limit the requests of a cluster to this process, per second
 * and at once. Starts reading the secret.
 */
export function environmentsCallers(
  environment: Environment,
  { lookup, log }: CallersOptions,
): Callers {
  return secretCallers({
    source: namedSource(environment) ?? unnamedSource,
    rate: rateIn(environment),
    lookup,
    log,
    failed: (fault) => logFault("the secret could not be read", fault),
  });
}

/** The source of a function whose environment names no secret: it knows no caller. */
const unnamedSource: SecretSource = { read: () => Promise.reject(new SecretFault(notNamedText)) };

const notNamedText =
  "set CUSTOMHOUSE_SECRET_ID or CUSTOMHOUSE_SECRETS_FILE: neither names a secret";
