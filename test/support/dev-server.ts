import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent } from "node:https";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { JsonObject } from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";
import { callHttp1, type Reply } from "./https-client.ts";

const main = new URL("../../lib/cli/main.ts", import.meta.url).pathname;

/** `customhouse dev` as a process of its own. */
export interface DevProcess {
  readonly child: ChildProcess;
  /** The next line on standard error that matches. Lines before it are skipped, and no later call returns them. */
  readonly said: (pattern: RegExp) => Promise<string>;
  /** The next line on standard output. */
  readonly printed: () => Promise<string>;
  /** Sends a review. All reviews are sent over one connection. */
  readonly ask: (path: string, review: JsonObject) => Promise<Reply>;
  /** Ends the process as Ctrl-C does, and returns the exit code. */
  readonly stop: () => Promise<number | null>;
}

/** A folder of a project with `customhouse dev` running in it. `stop` removes the folder. */
export interface DevServer extends DevProcess {
  readonly folder: string;
  /** Writes a file of the project. */
  readonly save: (file: string, text: string) => void;
}

/** Starts `customhouse dev` with files and options. */
export async function devServer(
  files: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<DevServer> {
  const folder = mkdtempSync(join(tmpdir(), "dev-"));
  const save = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const [file, text] of Object.entries(files)) save(file, text);
  save("package.json", '{ "type": "module" }');
  const args = [main, "dev", "--port", "0", "--ca", join(folder, "ca"), "--kinds", "kinds"];
  const child = spawn(process.execPath, [...args, ...words], { cwd: folder });
  const running = await devProcess(child, folder);
  return {
    ...running,
    folder,
    save,
    stop: async () => {
      const code = await running.stop();
      rmSync(folder, { recursive: true });
      return code;
    },
  };
}

/** Waits until a process of `customhouse dev` listens. `folder`: the folder that the process runs in. */
export async function devProcess(
  child: ChildProcessWithoutNullStreams,
  folder: string,
): Promise<DevProcess> {
  const output = linesOf(child.stdout);
  const errors = linesOf(child.stderr);
  const printed = async (): Promise<string> => String((await output.next()).value);
  const url = await printed();
  const ca = resolve(folder, await printed());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    child,
    printed,
    said: async (pattern) => {
      const passed: string[] = [];
      for (let line = await errors.next(); line.done !== true; line = await errors.next()) {
        if (pattern.test(line.value)) return line.value;
        passed.push(line.value);
      }
      throw new Error(`it ended without a line like ${pattern}:\n${passed.join("\n")}`);
    },
    ask: (path, review) => {
      const peer = { port: Number(new URL(url).port), ca: readFileSync(ca, "utf8") };
      return callHttp1(peer, { path, body: stringify(review), agent });
    },
    stop: async () => {
      agent.destroy();
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      return child.exitCode;
    },
  };
}

function linesOf(stream: NodeJS.ReadableStream): AsyncIterator<string> {
  return createInterface({ input: stream })[Symbol.asyncIterator]();
}
