import { randomBytes } from "node:crypto";
import { link, open, rm } from "node:fs/promises";
import type { JsonObject } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import { UsageError } from "../command.ts";
import { checkWritable } from "./read-file.ts";

/**
 * Writes objects as a `List` that kubectl reads, to a file that only its owner can read. The file appears only when all objects
 * are on disk. It never replaces another backup, which may have objects that were changed since. Returns what `fill` returns.
 *
 * Errors: {@link UsageError} for a path that exists or can't be written; errors of `fill` and of the disk. After each of these the
 * path is as it was before.
 */
export async function writeBackup<T>(
  file: string,
  fill: (write: (object: JsonObject) => Promise<void>) => Promise<T>,
): Promise<T> {
  checkWritable(file);
  // Not named by the process: in a container each run has the same id, and one that was killed leaves its draft.
  const draft = `${file}.${randomBytes(6).toString("hex")}.part`;
  const handle = await open(draft, "wx", 0o600);
  try {
    let separator = "\n";
    await handle.appendFile('{"apiVersion":"v1","kind":"List","items":[');
    const result = await fill(async (object) => {
      await handle.appendFile(`${separator}${stringify(object)}`);
      separator = ",\n";
    });
    await handle.appendFile("\n]}\n");
    await handle.sync();
    await linkNew(draft, file);
    return result;
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}

/** Gives a draft its name. Errors: {@link UsageError} if another process has written a file of this name meanwhile. */
async function linkNew(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause;
    throw new UsageError(`${file} exists: another process has written it; run this again`, {
      cause,
    });
  }
}
