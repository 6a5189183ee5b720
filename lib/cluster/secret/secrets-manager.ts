import type { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { SecretSource } from "./kept-clusters.ts";

/** What one attempt may take in all, and its connection. The SDK tries twice. */
const requestMs = 2_000;
const connectionMs = 1_000;

/** A secret of AWS Secrets Manager that can also be written. */
export interface SecretStore extends SecretSource {
  /** Puts a new version in the old one's place. */
  write(text: string): Promise<void>;
}

/**
 * The secret in AWS Secrets Manager, by name or ARN; region, credentials and endpoint are those of the environment. The
 * SDK is loaded at the first use: who reads a file does not pay for it.
 */
export function secretsManager(id: string): SecretStore {
  let loading: Promise<Sdk> | undefined;
  const sdk = (): Promise<Sdk> => {
    loading ??= load();
    return loading;
  };
  return {
    read: async (signal) => {
      const { client, GetSecretValueCommand } = await sdk();
      const command = new GetSecretValueCommand({ SecretId: id });
      const { SecretString } = await client.send(command, { abortSignal: signal });
      if (SecretString === undefined) throw new Error(`the secret ${id} holds no text`);
      return SecretString;
    },
    write: async (text) => {
      const { client, PutSecretValueCommand } = await sdk();
      await client.send(new PutSecretValueCommand({ SecretId: id, SecretString: text }));
    },
  };
}

type Module = typeof import("@aws-sdk/client-secrets-manager");
type Sdk = Module & { readonly client: SecretsManagerClient };

async function load(): Promise<Sdk> {
  const module = await import("@aws-sdk/client-secrets-manager");
  const client = new module.SecretsManagerClient({
    maxAttempts: 2,
    requestHandler: { requestTimeout: requestMs, connectionTimeout: connectionMs },
  });
  return { ...module, client };
}
