import { open, rename, rm } from "node:fs/promises";
import type { JsonObject } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import { checkWritable } from "./read-file.ts";

/**
 * Writes objects as a `List` that kubectl reads, to a file that only its owner can read. The file appears, or replaces an older
 * one, only when all objects are on disk. Returns what `fill` returns.
 *
 * Errors: {@link UsageError} for a path that can't be written; errors of `fill` and of the disk, after which the path is as it
 * was before.
 */
export async function writeBackup<T>(
  file: string,
  fill: (write: (object: JsonObject) => Promise<void>) => Promise<T>,
): Promise<T> {
  checkWritable(file);
  const draft = `${file}.${process.pid}.part`;
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
    await rename(draft, file);
    return result;
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}
