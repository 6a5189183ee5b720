import { randomBytes } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";

/**
 * Creates a file atomically and returns its text. If another process has created the file first, returns that file's
 * text.
 */
export async function createFile(file: string, text: string, mode: number): Promise<string> {
  const draft = await writeDraft(file, text, mode);
  try {
    await link(draft, file);
    return text;
  } catch (error) {
    if (!isFileExistsError(error)) throw error;
    return await readFile(file, "utf8");
  } finally {
    await rm(draft, { force: true });
  }
}

/** Replaces a file atomically: a reader sees either the old or the new text. */
export async function replaceFile(file: string, text: string, mode: number): Promise<void> {
  await rename(await writeDraft(file, text, mode), file);
}

async function writeDraft(file: string, text: string, mode: number): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, text, { mode, flag: "wx" });
  return draft;
}

function isFileExistsError(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}
