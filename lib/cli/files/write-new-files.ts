import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A file to be written where none is. */
export interface FileToWrite {
  readonly path: string;
  /** The text, or a function that makes it from files that were written before. */
  readonly text: string | (() => string);
}

/**
 * Writes files that do not exist yet, in order, with the folders that they need; then does what else belongs to it. Where one
 * can't be written, removes what was written before it, and throws the system's error.
 */
export function writeNewFiles(files: readonly FileToWrite[], finish = (): void => undefined): void {
  const created: string[] = [];
  try {
    for (const { path, text } of files) {
      const parent = mkdirSync(dirname(path), { recursive: true });
      if (parent !== undefined) created.push(parent);
      writeFileSync(path, typeof text === "string" ? text : text(), { flag: "wx" });
      created.push(path);
    }
    finish();
  } catch (fault) {
    for (const path of created.toReversed()) rmSync(path, { recursive: true, force: true });
    throw fault;
  }
}
