import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("secrets-server.cjs", import.meta.url));

/** A server on loopback that answers as AWS Secrets Manager does. */
export interface SecretsServer extends AsyncDisposable {
  /** What makes a function read its secret there. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts it with a secret's text, in a process of its own: its work is not the function's. */
export async function startSecretsServer(text: string): Promise<SecretsServer> {
  const child = spawn(process.execPath, [program, text], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = await once(child.stdout, "data");
  return {
    env: {
      CUSTOMHOUSE_SECRET_ID: "bench",
      AWS_ENDPOINT_URL: `http://127.0.0.1:${String(port).trim()}`,
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: "bench",
      AWS_SECRET_ACCESS_KEY: "bench",
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}
