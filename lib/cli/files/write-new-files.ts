import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A file to create at a path that does not exist yet. */
export interface FileToWrite {
  readonly path: string;
  /** The text, or a function that computes it when all earlier files of the list are written. */
  readonly text: string | (() => string);
}

/**
 * Creates files and their folders, in order, and then calls `finish`. If a file exists or can't be written, or `finish` throws,
 * removes the files and folders that were created, and throws the error.
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
