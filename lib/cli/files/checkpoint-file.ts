import { appendFileSync, existsSync } from "node:fs";
import type { RewriteCheckpoint } from "../../evolve/rewrite/rewrite-objects.ts";
import { writePrivateFile } from "./private-file.ts";
import { checkWritable, readText } from "./read-file.ts";

/**
 * Opens a checkpoint: a file whose first line is its subject, followed by a line for each finished object. Each line is
 * written at once, so that a later run can continue. Only the file's owner can read it. If the file has another subject, its
 * objects are removed; an incomplete last line, at which a run was killed, is removed too.
 *
 * Errors: {@link UsageError} for a path that can't be read or written.
 */
export function openCheckpoint(file: string, subject: string): RewriteCheckpoint {
  checkWritable(file);
  const text = existsSync(file) ? readText(file) : "";
  const [first, ...names] = text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .slice(0, -1);
  const known = new Set(first === subject ? names : []);
  writePrivateFile(file, [subject, ...known, ""].join("\n"));
  return {
    has: (object) => known.has(object),
    add: (object) => {
      known.add(object);
      appendFileSync(file, `${object}\n`);
    },
  };
}
