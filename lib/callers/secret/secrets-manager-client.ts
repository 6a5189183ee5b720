import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { SecretStore } from "./secret-source.ts";

/** The most attempts at one request: a second one follows a lost connection or a throttled request. */
const maxAttempts = 2;
/** The timeout of one attempt, in ms: two of them end well within the 10 s of an admission. */
const requestMs = 2_000;
/** The timeout of one attempt's connection, in ms: part of {@link requestMs}, so that some of it is left for the response. */
const connectionMs = 1_000;

/** Opens a secret with the AWS SDK. In its own module, so that the SDK is loaded only for a secret in AWS. */
export function openSecret(id: string): SecretStore {
  const client = new SecretsManagerClient({
    maxAttempts,
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
      if (SecretString === undefined)
        throw new Error(`the secret ${id} has no string value (SecretString)`);
      return SecretString;
    },
    write: async (text, signal) => {
      const command = new PutSecretValueCommand({ SecretId: id, SecretString: text });
      await client.send(command, { abortSignal: signal });
    },
  };
}
