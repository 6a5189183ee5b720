import { type ChildProcess, spawn } from "node:child_process";

/** Ends the process with the given id, unless a line on standard input says that it has ended already. */
const script = 'read -r line || kill "$1"';

/**
 * Ends a child process when this process ends without ending it first, such as by SIGKILL. A shell in a session of its own waits for
 * the end of a pipe from this process. Has no effect on Windows, nor for a child that could not be started.
 */
export function endWithThisProcess(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === "win32") return;
  const shell = spawn("/bin/sh", ["-c", script, "sh", String(child.pid)], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without a shell, only a child of a process that was killed stays behind.
  shell.on("error", () => undefined);
  shell.stdin.on("error", () => undefined);
  shell.unref();
  child.once("exit", () => shell.stdin.end("ended\n"));
}
