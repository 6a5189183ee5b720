import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Target, targetsIn } from "./target.ts";

/** A server in a process of its own, its log in a file. */
export interface StartedServer extends AsyncDisposable {
  readonly target: Target;
}

/** Starts the server of a module. Throws if it does not print within seconds where it listens. */
export async function startServer(label: string, module: URL): Promise<StartedServer> {
  const folder = await mkdtemp(join(tmpdir(), "customhouse-bench-"));
  const log = join(folder, "log");
  const child = spawn(process.execPath, [fileURLToPath(module)], {
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
    const [target] = targetsIn(`${label}=${url} ${child.pid}`);
    if (target !== undefined) return { target, [Symbol.asyncDispose]: stop };
    await sleep(100);
  }
  await stop();
  throw new Error(`the server ${module.pathname} did not start: its message is above`);
}
