import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/** Checks kinds in a separate process, so that reviews need not wait for the check. */
interface BackgroundCheck {
  /** Starts to check the kinds of these folders; a check that is still running is stopped. */
  readonly start: (folders: readonly string[]) => void;
  readonly stop: () => void;
}

/** The path of the `customhouse` program: JavaScript in the package, TypeScript in a checkout. */
const main = fileURLToPath(new URL(`../../main${extname(import.meta.url)}`, import.meta.url));

/** The number of generated objects for each law; small, because the check runs after each save. */
const runs = "100";

/**
 * Runs `customhouse check` and passes its output to `print`, line by line. A check that was stopped by a newer one prints
 * nothing.
 */
export function backgroundCheck(
  mayRunCode: boolean,
  print: (line: string) => void,
): BackgroundCheck {
  let stop = (): void => undefined;
  return {
    stop: () => stop(),
    start: (folders) => {
      stop();
      if (folders.length === 0) return;
      const words = folders.flatMap((folder) => ["--kinds", folder]);
      const code = mayRunCode ? ["--allow-code"] : [];
      const args = [main, "check", "--runs", runs, ...words, ...code];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
      lowerPriority(child.pid);
      let text = "";
      const add = (chunk: Buffer): void => {
        text += chunk;
      };
      child.stdout.on("data", add);
      child.stderr.on("data", add);
      child.on("error", (fault) => print(`the check could not be started: ${fault.message}`));
      child.on("close", (_, signal) => {
        if (signal === null) for (const line of text.trimEnd().split("\n")) print(line);
      });
      stop = () => void child.kill("SIGKILL");
    },
  };
}

/** Lowers the priority of the check's process, so that reviews come first. Ignores a system that refuses. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process may have ended already.
  }
}
