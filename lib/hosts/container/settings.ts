import { existsSync } from "node:fs";
import { namedSource } from "../../callers/secret/named-source.ts";
import type { SecretSource } from "../../callers/secret/secret-source.ts";
import { rateFromEnvironment } from "../../callers/secret-callers.ts";
import type { RateLimit } from "../../callers/token-bucket.ts";
import { err, ok, type Result } from "../../json/result.ts";

/** How a container serves and who may call it, from its arguments and environment. */
export interface ContainerSettings {
  /** The HTTPS port for reviews and probes. 0 for any free port. */
  readonly port: number;
  /** The HTTP port for `/metrics`. 0 for any free port. */
  readonly metricsPort: number;
  /** The address for both ports; undefined for all addresses of the machine. */
  readonly address: string | undefined;
  /** The folder that contains `tls.crt` and `tls.key`. */
  readonly tlsFolder: string;
  /** Undefined with `--no-key`: then everybody may call. */
  readonly secret: SecretSource | undefined;
  readonly rate: RateLimit;
  readonly nearestValid: boolean;
}

type ContainerVariables = Readonly<Record<string, string | undefined>>;

/** The folder at which the Deployment that `customhouse container` writes mounts the certificate's Secret. */
export const tlsFolder = "/etc/customhouse/tls";

/** The default ports, also in what `customhouse container` writes. They are above 1023, so that they need no privilege. */
export const ports = { reviews: 8443, metrics: 9090 } as const;

/**
 * Reads the settings from arguments and environment. The error is a message for the user. Without a secret a container
 * starts only with `--no-key`, because everybody who reaches it could call it.
 */
export function containerSettings(
  words: readonly string[],
  environment: ContainerVariables,
): Result<ContainerSettings, string> {
  const unknown = words.find((word) => word !== "--no-key");
  if (unknown !== undefined) {
    return err(`unknown argument ${JSON.stringify(unknown)}: the only argument is --no-key`);
  }
  const secret = secretIn(environment, words.length > 0);
  if (!secret.ok) return secret;
  const port = portIn(environment, "CUSTOMHOUSE_PORT", ports.reviews);
  if (!port.ok) return port;
  const metricsPort = portIn(environment, "CUSTOMHOUSE_METRICS_PORT", ports.metrics);
  if (!metricsPort.ok) return metricsPort;
  return ok({
    port: port.value,
    metricsPort: metricsPort.value,
    address: environment["CUSTOMHOUSE_ADDRESS"] || undefined,
    tlsFolder: environment["CUSTOMHOUSE_TLS_FOLDER"] || tlsFolder,
    secret: secret.value,
    rate: rateFromEnvironment(environment),
    nearestValid: environment["CUSTOMHOUSE_NEAREST_VALID"] === "on",
  });
}

function secretIn(
  environment: ContainerVariables,
  isKeyless: boolean,
): Result<SecretSource | undefined, string> {
  const source = namedSource(environment);
  if (isKeyless) {
    return source === undefined
      ? ok(undefined)
      : err(
          "--no-key can't be used together with CUSTOMHOUSE_SECRETS_FILE or CUSTOMHOUSE_SECRET_ID: leave out --no-key, or unset these variables if everybody may call",
        );
  }
  if (source === undefined) {
    return err(
      "there is no secret, so everybody could call: set CUSTOMHOUSE_SECRETS_FILE or CUSTOMHOUSE_SECRET_ID (customhouse keys writes it), or start with --no-key",
    );
  }
  const file = environment["CUSTOMHOUSE_SECRETS_FILE"];
  return file && !existsSync(file)
    ? err(`CUSTOMHOUSE_SECRETS_FILE: there is no file ${file}`)
    : ok(source);
}

function portIn(
  environment: ContainerVariables,
  name: string,
  usual: number,
): Result<number, string> {
  const text = environment[name] || String(usual);
  return /^\d{1,5}$/.test(text) && Number(text) < 65_536
    ? ok(Number(text))
    : err(`${name} must be a number from 0 to 65535, not ${JSON.stringify(text)}`);
}
