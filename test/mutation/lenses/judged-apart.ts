import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { CheckSettings, Verdict } from "./outcome.ts";

const judge = fileURLToPath(new URL("judge.ts", import.meta.url));

/**
 * The verdict on a mutant, from a process of its own: faulty code can take all memory. A process that V8 ends has noticed the
 * fault.
 */
export async function judgedApart(
  folder: string,
  mutant: string,
  settings: CheckSettings,
): Promise<Verdict> {
  const child = spawn(process.execPath, [judge, folder, mutant, JSON.stringify(settings)]);
  const [output, errors, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  if (signal === "SIGABRT" && errors.includes("heap out of memory")) {
    return { killer: "out of memory", isEquivalent: false };
  }
  if (code !== 0) throw new Error(`${mutant}: ${errors}`);
  return JSON.parse(output);
}
