import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { emptyFolder } from "../package/run.ts";
import { python } from "./tools.ts";

/** A running moto: AWS as far as a rehearsal needs it, on a free port of loopback, all in memory. */
export interface Moto extends AsyncDisposable {
  readonly url: string;
  /** The environment of an AWS SDK, the Serverless Framework's included, that talks to it. */
  readonly variables: Readonly<Record<string, string>>;
}

const server = fileURLToPath(new URL("moto-server.py", import.meta.url));

/** Starts moto, which takes a few seconds. It ends with `await using`, and with this process in any case. */
export async function startMoto(): Promise<Moto> {
  // It writes a file where it runs.
  const folder = await emptyFolder();
  const child = spawn(python.command, [server], {
    cwd: folder.path,
    env: { ...process.env, ...python.variables },
    stdio: ["pipe", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  const url = await urlOf(child.stderr);
  return {
    url,
    variables: {
      AWS_ENDPOINT_URL: url,
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: "rehearsal",
      AWS_SECRET_ACCESS_KEY: "rehearsal",
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Reads where the server listens, and goes on reading: a full pipe would stop it. Rejects with what it said instead. */
function urlOf(stderr: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    stderr.on("data", (chunk) => {
      if (said.length < 100_000) said += chunk;
      const url = /Running on (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
    stderr.once("end", () => reject(new Error(`moto ended before it listened: ${said}`)));
  });
}
