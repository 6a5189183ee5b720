import { renameSync } from "node:fs";
import { join } from "node:path";
import { writeNewFiles } from "../../files/write-new-files.ts";
import type { ProjectPlan } from "./project-plan.ts";

/** Writes the files of a plan. If a file can't be written, removes those written before, and throws the system's error. */
export function writeProject(folder: string, { files, completed }: ProjectPlan): void {
  const placed = files.map(({ path, text }) => ({ path: join(folder, path), text }));
  if (completed === undefined) {
    writeNewFiles(placed);
    return;
  }
  const file = join(folder, completed.path);
  const replacement = { path: `${file}.new`, text: completed.text };
  writeNewFiles([...placed, replacement], () => renameSync(replacement.path, file));
}
