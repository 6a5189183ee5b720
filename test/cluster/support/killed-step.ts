import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import type { ControlPlane } from "./control-plane.ts";
import { until } from "./registrations.ts";
import type { StepCommands } from "./step-commands.ts";

const main = new URL("../../../lib/cli/main.ts", import.meta.url).pathname;

/** Runs `customhouse step`, and kills it and its kubectl by SIGKILL once its checkpoint has some objects. */
export async function killedRewrite(
  { reaper }: Pick<ControlPlane, "reaper">,
  { program, kubeconfig }: StepCommands["cluster"],
  file: string,
  objects: number,
): Promise<void> {
  const words = [file, "--yes", "--kubectl", program, "--kubeconfig", kubeconfig];
  const { child } = reaper.start(`step-${objects}`, [process.execPath, main, "step", ...words]);
  await until(
    () => namesIn(`${file}.checkpoint`),
    (names) => names >= objects,
  );
  const ended = once(child, "exit");
  process.kill(-Number(child.pid), "SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
}

/** How many names a checkpoint has below its first line. */
async function namesIn(checkpoint: string): Promise<number> {
  const text = await readFile(checkpoint, "utf8").catch(() => "\n");
  return text.trimEnd().split("\n").length - 1;
}
