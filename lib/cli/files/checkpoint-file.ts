import { appendFileSync, chmodSync, existsSync, writeFileSync } from "node:fs";
import type { RewriteCheckpoint } from "../../evolve/rewrite/rewrite-objects.ts";
import { checkWritable, readText } from "./read-file.ts";

/**
 * The checkpoint in a file: a line that says of what it is, and one for each object, which is written at once. The file is
 * readable by its owner alone. One of another subject is begun anew, as what it says is about something else; so is the
 * line at which a run was killed.
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
  writeFileSync(file, [subject, ...known, ""].join("\n"), { mode: 0o600 });
  chmodSync(file, 0o600);
  return {
    has: (object) => known.has(object),
    add: (object) => {
      known.add(object);
      appendFileSync(file, `${object}\n`);
    },
  };
}
