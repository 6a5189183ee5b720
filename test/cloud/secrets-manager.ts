import {
  CreateSecretCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { type Line, openLine } from "./line.ts";
import { type Moto, startMoto } from "./moto.ts";

/** AWS Secrets Manager as moto has it, at the end of a line that can be disturbed. */
export interface SecretsManager extends AsyncDisposable {
  readonly line: Line;
  /** What makes a function read the secret from here: the template names it. */
  readonly variables: Readonly<Record<string, string>>;
  /** Puts a new version of the secret, over a line that is not disturbed. */
  put(text: string): Promise<void>;
}

/** Creates a secret in moto: what a stack's template does, whose secret moto skips. */
export async function createSecret(moto: Moto, id: string, text: string): Promise<void> {
  const client = clientOf(moto);
  await client.send(new CreateSecretCommand({ Name: id, SecretString: text }));
  client.destroy();
}

function clientOf({ url }: Moto): SecretsManagerClient {
  return new SecretsManagerClient({
    endpoint: url,
    region: "eu-central-1",
    credentials: { accessKeyId: "rehearsal", secretAccessKey: "rehearsal" },
  });
}

/** Starts it with the secret that the stage `rehearsal` names. */
export async function startSecretsManager(text: string): Promise<SecretsManager> {
  const moto = await startMoto();
  const line = await openLine(Number(new URL(moto.url).port));
  const client = clientOf(moto);
  const id = "customhouse/rehearsal/clusters";
  await createSecret(moto, id, text);
  return {
    line,
    variables: { AWS_ENDPOINT_URL: `http://127.0.0.1:${line.port}` },
    put: async (next) => {
      await client.send(new PutSecretValueCommand({ SecretId: id, SecretString: next }));
    },
    [Symbol.asyncDispose]: async () => {
      client.destroy();
      await line[Symbol.asyncDispose]();
      await moto[Symbol.asyncDispose]();
    },
  };
}
