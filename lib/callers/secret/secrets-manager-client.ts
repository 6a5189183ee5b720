import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { SecretStore } from "./secret-source.ts";

/** Timeouts of one attempt, and of its connection. The SDK tries twice. */
const requestMs = 2_000;
const connectionMs = 1_000;

/** A secret by the AWS SDK: a module of its own, loaded only where the secret is in AWS. */
export function openSecret(id: string): SecretStore {
  const client = new SecretsManagerClient({
    maxAttempts: 2,
    requestHandler: {
      requestTimeout: requestMs,
      throwOnRequestTimeout: true,
      connectionTimeout: connectionMs,
    },
  });
  return {
    read: async (signal) => {
      const command = new GetSecretValueCommand({ SecretId: id });
      const { SecretString } = await client.send(command, { abortSignal: signal });
      if (SecretString === undefined) throw new Error(`the secret ${id} holds no text`);
      return SecretString;
    },
    write: async (text, signal) => {
      const command = new PutSecretValueCommand({ SecretId: id, SecretString: text });
      await client.send(command, { abortSignal: signal });
    },
  };
}
