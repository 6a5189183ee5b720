import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { listenLocally } from "../support/local-port.ts";

const client = fileURLToPath(new URL("runtime-client.cjs", import.meta.url));

/**
 * Lambda's Runtime API on loopback, for one function at a time.
 * Source: AWS Lambda Developer Guide, "Using the Lambda runtime API", 2018-06-01.
 */
export interface RuntimeApi extends AsyncDisposable {
  /** Starts a function's process with one event waiting: ms from spawn to its response, and the response. */
  coldStart(
    bundle: string,
    event: string,
    env?: Readonly<Record<string, string>>,
  ): Promise<{ readonly ms: number; readonly answer: string }>;
}

export async function startRuntimeApi(): Promise<RuntimeApi> {
  let event = "";
  let answered: (text: string) => void = () => undefined;
  const server = createServer((request, response) => {
    if (request.url?.endsWith("/invocation/next") === true) return giveEvent(response, event);
    void readText(request).then((text) => {
      response.writeHead(202, { "Content-Length": 0 }).end();
      answered(text);
    });
  });
  const port = await listenLocally(server);
  return {
    coldStart: async (bundle, waiting, env = {}) => {
      event = waiting;
      const answer = new Promise<string>((resolve) => {
        answered = resolve;
      });
      const start = performance.now();
      const child = spawn(process.execPath, [client, bundle], {
        env: { ...env, AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}` },
        stdio: ["ignore", "ignore", "inherit"],
      });
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      const text = await Promise.race([answer, ended.then(() => undefined)]);
      const ms = performance.now() - start;
      child.kill();
      await ended;
      if (text === undefined) throw new Error(`${bundle} ended without an answer`);
      return { ms, answer: text };
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function giveEvent(response: ServerResponse, event: string): void {
  response.writeHead(200, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(event),
    "Lambda-Runtime-Aws-Request-Id": "8476a536-e9f4-11e8-9739-2dfe598c3fcd",
    "Lambda-Runtime-Deadline-Ms": String(Date.now() + 25_000),
  });
  response.end(event);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
