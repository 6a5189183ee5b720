import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ProjectPlan } from "./project-plan.ts";

/** Writes a plan. Where a file can't be written, removes what was written before it, and throws the system's error. */
export function writeProject(folder: string, { files, completed }: ProjectPlan): void {
  const created: string[] = [];
  const write = (path: string, text: string): void => {
    const parent = mkdirSync(dirname(path), { recursive: true });
    if (parent !== undefined) created.push(parent);
    writeFileSync(path, text, { flag: "wx" });
    created.push(path);
  };
  try {
    for (const { path, text } of files) write(join(folder, path), text);
    if (completed === undefined) return;
    const file = join(folder, completed.path);
    write(`${file}.new`, completed.text);
    renameSync(`${file}.new`, file);
  } catch (fault) {
    for (const path of created.toReversed()) rmSync(path, { recursive: true, force: true });
    throw fault;
  }
}
