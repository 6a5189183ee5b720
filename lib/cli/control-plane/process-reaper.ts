import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, closeSync, openSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Keeps processes and their scratch folder from outliving this process, however it ends. A shell in a session of its own reads
 * the ids of the processes from a pipe. When the pipe closes, because `close` was called or this process ended, the shell kills
 * the processes and removes the folder.
 */
export interface ProcessReaper {
  readonly folder: string;
  /** Starts a process. Its output is written to `NAME.log` in the folder. */
  start(name: string, command: readonly string[], options?: StartOptions): ReapedProcess;
  /** Kills all processes and removes the folder. */
  close(): Promise<void>;
}

/** Options for starting a process. */
export interface StartOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** `pipe`: the caller reads standard output, which is not written to the log. */
  readonly stdout?: "pipe";
}

/** A process that the reaper kills when it is closed, unless it has ended before. */
export interface ReapedProcess {
  readonly child: ChildProcess;
  /** The last lines that it printed, for error messages. */
  tail(lines?: number): Promise<string>;
  /** Sends SIGTERM, and SIGKILL after `graceMs`. Left out or 0: SIGKILL at once. */
  stop(graceMs?: number): Promise<void>;
}

/** The last line that the shell reads has the ids of the running processes; each of them leads its own process group. */
const script = `
trap '' INT TERM HUP
while read -r line; do alive=$line; done
for pid in $alive; do kill -s KILL -- "-$pid" 2>/dev/null; done
rm -rf "$1" || { sleep 1; rm -rf "$1"; }
`;

/** Starts a reaper with a new scratch folder. */
export async function startReaper(prefix: string): Promise<ProcessReaper> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  const shell = spawn("/bin/sh", ["-c", script, "reaper", folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const alive = new Set<number>();
  const writeIds = (): void => {
    if (shell.stdin.writable) shell.stdin.write(`${[...alive].join(" ")}\n`);
  };
  const start = (
    name: string,
    command: readonly string[],
    options: StartOptions = {},
  ): ReapedProcess => {
    const log = join(folder, `${name}.log`);
    const child = launch(command, log, options);
    const { pid } = child;
    if (pid !== undefined) {
      alive.add(pid);
      writeIds();
      child.once("exit", () => {
        alive.delete(pid);
        writeIds();
      });
    }
    return {
      child,
      tail: (lines = 15) => tailOf(name, log, lines),
      stop: (graceMs = 0) => stop(child, graceMs),
    };
  };
  const close = async (): Promise<void> => {
    const ended = hasEnded(shell) ? undefined : once(shell, "exit");
    shell.stdin.end();
    await ended;
  };
  return { folder, start, close };
}

function launch(command: readonly string[], log: string, options: StartOptions): ChildProcess {
  const [program = "", ...args] = command;
  const file = openSync(log, "a");
  try {
    const child = spawn(program, args, {
      stdio: ["ignore", options.stdout ?? file, file],
      detached: true,
      ...(options.env === undefined ? {} : { env: options.env }),
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    child.on("error", (error) => appendFileSync(log, `${error.message}\n`));
    return child;
  } finally {
    closeSync(file);
  }
}

async function stop(child: ChildProcess, graceMs: number): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  if (graceMs > 0) child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  await ended;
  clearTimeout(timer);
}

/** True for a process that has ended or never started. */
export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

async function tailOf(name: string, log: string, lines: number): Promise<string> {
  const text = await readFile(log, "utf8");
  const last = text.trimEnd().split("\n").slice(-lines);
  return last.map((line) => `  ${name}: ${line}`).join("\n");
}
