import type { SecretStore } from "./secret-source.ts";

/**
 * The secret in AWS Secrets Manager, by name or ARN. Region, credentials and endpoint come from the environment. The
 * SDK is loaded when it is first used.
 */
export function secretsManager(id: string): SecretStore {
  let opening: Promise<SecretStore> | undefined;
  const open = (): Promise<SecretStore> => {
    opening ??= import("./secrets-manager-client.ts").then(({ openSecret }) => openSecret(id));
    return opening;
  };
  return {
    read: async (signal) => (await open()).read(signal),
    write: async (text, signal) => (await open()).write(text, signal),
  };
}
