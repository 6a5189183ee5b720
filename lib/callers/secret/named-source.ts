import { fileSource } from "./file-source.ts";
import type { SecretSource } from "./secret-source.ts";
import { secretsManager } from "./secrets-manager.ts";

/**
 * The secret that the environment names: the file `CUSTOMHOUSE_SECRETS_FILE`, else `CUSTOMHOUSE_SECRET_ID` in AWS
 * Secrets Manager, which `open` opens (default: with the AWS SDK). Undefined if neither is set.
 */
export function namedSource(
  environment: Readonly<Record<string, string | undefined>>,
  open: (id: string) => SecretSource = secretsManager,
): SecretSource | undefined {
  const file = environment["CUSTOMHOUSE_SECRETS_FILE"];
  const id = environment["CUSTOMHOUSE_SECRET_ID"];
  if (file) return fileSource(file);
  return id ? open(id) : undefined;
}
