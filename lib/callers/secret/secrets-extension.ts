import { SecretFault } from "./document.ts";
import type { SecretSource } from "./secret-source.ts";

/**
 * The secret in AWS Secrets Manager, by name or ARN, from AWS's Parameters and Secrets extension, a process beside a
 * Lambda function. The extension accepts requests only while the function handles an event. Region and credentials are those
 * of the function. Errors: {@link SecretFault}, and those of `node:http`.
 */
export function secretsExtension(
  id: string,
  environment: Readonly<Record<string, string | undefined>>,
): SecretSource {
  return {
    onlyInRequests: true,
    read: async (signal) => {
      const { secretFromExtension } = await import("./secrets-extension-client.ts");
      const secret = await secretFromExtension(id, environment, signal);
      if (!secret.ok) throw new SecretFault(secret.error);
      return secret.value;
    },
  };
}
