import { readFileSync } from "node:fs";
import type { SecretSource } from "./secret-source.ts";

/** The secret in a file of this machine, read at once: a small file is there sooner than a thread that would read it. */
export function fileSource(file: string): SecretSource {
  return { read: async () => readFileSync(file, "utf8") };
}
