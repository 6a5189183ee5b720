import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { type ClusterApi, openClusterApi } from "../../../server/cluster-api.ts";
import { register, takeBack } from "./registrar.ts";
import { type RegistrarTask, registrarTask } from "./registrar-task.ts";

/**
 * The program of a detached process that registers `customhouse dev` in a cluster, and removes the registration when its
 * standard input ends, which is when `customhouse dev` ends, even by a crash. The first line of its standard input is its
 * task.
 */

/** How many times the process tries to remove the registration, once a second. */
const maxAttempts = 60;

// After a crash of `customhouse dev` nobody reads the output, and the registration must still be removed.
process.stdout.on("error", () => undefined);
process.stderr.on("error", () => undefined);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);

const input = createInterface({ input: process.stdin });
const ended = new Promise<void>((resolve) => input.once("close", resolve));
const first = await new Promise<string>((resolve) => {
  input.once("line", resolve);
  void ended.then(() => resolve(""));
});
const task = registrarTask(first);
if (task !== undefined) {
  await attempt(task);
  await undo(task);
}
process.stdin.destroy(); // else it keeps this process after a fault

/**
 * Registers, prints the notes as one line of JSON, waits until standard input ends, and removes the registration. Removes it
 * at once after a fault.
 */
async function attempt({ kubectl, plan, mayTakeOver }: RegistrarTask): Promise<void> {
  try {
    const notes = await withApi(kubectl, (api) => register(api, plan, mayTakeOver));
    process.stdout.write(`${JSON.stringify(notes)}\n`);
    await ended;
  } catch (fault) {
    process.stderr.write(`${messageOf(fault)}\n`);
    process.exitCode = 1;
  }
}

async function undo({ kubectl, plan }: RegistrarTask): Promise<void> {
  for (let count = 1; ; count++) {
    try {
      return await withApi(kubectl, (api) => takeBack(api, plan));
    } catch (fault) {
      if (count === maxAttempts) {
        process.stderr.write(
          `what is registered in the cluster stays there: ${messageOf(fault)}\n`,
        );
        process.exitCode = 1;
        return;
      }
      await setTimeout(1_000);
    }
  }
}

async function withApi<T>(
  kubectl: RegistrarTask["kubectl"],
  act: (api: ClusterApi) => Promise<T>,
): Promise<T> {
  const api = await openClusterApi(kubectl);
  try {
    return await act(api);
  } finally {
    await api.close();
  }
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
