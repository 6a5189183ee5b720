import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Target, targetsIn } from "./target.ts";

/** Our own server in a process of its own, its log in a file. */
export interface OwnServer extends AsyncDisposable {
  readonly target: Target;
}

/** Starts the server. Throws where it does not say within seconds where it listens. */
export async function startOwnServer(): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), "customhouse-bench-"));
  const log = join(folder, "log");
  const child = spawn(process.execPath, [fileURLToPath(new URL("server.ts", import.meta.url))], {
    stdio: ["ignore", openSync(log, "w"), "inherit"],
  });
  const stop = async (): Promise<void> => {
    const ended = once(child, "exit");
    child.kill();
    await ended;
    await rm(folder, { recursive: true });
  };
  for (let tries = 0; tries < 100; tries++) {
    const [url = ""] = (await readFile(log, "utf8")).split("\n");
    const [target] = targetsIn(`customhouse=${url} ${child.pid}`);
    if (target !== undefined) return { target, [Symbol.asyncDispose]: stop };
    await sleep(100);
  }
  await stop();
  throw new Error("our own server did not start: its message stands above");
}
