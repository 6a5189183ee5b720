import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parse } from "../../../../json/parse.ts";
import { isArray } from "../../../../json/value.ts";
import { stringify } from "../../../../json/write.ts";
import { UsageError } from "../../../command.ts";
import type { RegistrarTask } from "./registrar-task.ts";

/** A registration in a cluster. */
export interface DevRegistration {
  /** What was left alone, a line each. */
  readonly notes: readonly string[];
  /** Removes the registration, and waits until that is done. */
  readonly end: () => Promise<void>;
}

const main = fileURLToPath(new URL(`registrar-main${extname(import.meta.url)}`, import.meta.url));

/**
 * Registers by a detached process, which removes the registration as soon as its standard input ends, even if this process
 * is killed. Errors: {@link UsageError} with the message of kubectl or the API server; nothing stays registered then.
 */
export async function startRegistration(
  task: RegistrarTask,
  error: (line: string) => void,
): Promise<DevRegistration> {
  const child = spawn(process.execPath, [main], {
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined);
  child.stdin.write(`${stringify(task)}\n`);
  const faults: string[] = [];
  const lines = createInterface({ input: child.stderr }).on("line", (line) => faults.push(line));
  const ended = Promise.all([once(child, "close"), once(lines, "close")]);
  const first = await firstLine(child);
  const notes = first === undefined ? undefined : parse(first);
  if (notes?.ok !== true || !isArray(notes.value)) {
    await ended;
    throw new UsageError(`the cluster: ${faults.join("\n") || "its registrar ended"}`);
  }
  return {
    notes: notes.value.map(String),
    end: async () => {
      child.stdin.end();
      await ended;
      for (const fault of faults) error(`the cluster: ${fault}`);
    },
  };
}

/** The first line that the process prints; undefined if it ends before. */
function firstLine({ stdout }: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (stdout === null) return resolve(undefined);
    createInterface({ input: stdout })
      .once("line", resolve)
      .once("close", () => resolve(undefined));
  });
}
