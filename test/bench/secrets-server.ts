import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("secrets-server.cjs", import.meta.url));

type Variables = Readonly<Record<string, string>>;

/** A server on loopback that responds like AWS Secrets Manager and like the Parameters and Secrets extension. */
export interface SecretsServer extends AsyncDisposable {
  /** What makes a function read its secret there by the SDK. */
  readonly sdk: Variables;
  /** What makes a function read its secret there as from the extension. */
  readonly extension: Variables;
}

/** Starts it with a secret's text, in a process of its own: its work is not the function's. */
export async function startSecretsServer(text: string): Promise<SecretsServer> {
  const child = spawn(process.execPath, [program, text], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [data] = await once(child.stdout, "data");
  const port = String(data).trim();
  return {
    sdk: {
      CUSTOMHOUSE_SECRET_ID: "bench",
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: "bench",
      AWS_SECRET_ACCESS_KEY: "bench",
    },
    extension: {
      CUSTOMHOUSE_SECRET_ID: "bench",
      CUSTOMHOUSE_SECRETS_EXTENSION: "on",
      PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: port,
      AWS_SESSION_TOKEN: "bench",
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}
