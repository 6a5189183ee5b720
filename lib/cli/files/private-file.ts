import { chmodSync, existsSync, writeFileSync } from "node:fs";

/** Writes a file, or replaces the text of an existing one, so that only its owner may read it. Returns its path. */
export function writePrivateFile(file: string, text: string): string {
  // The option `mode` does not change the mode of an existing file, which others must not read even for a moment.
  if (existsSync(file)) chmodSync(file, 0o600);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}
