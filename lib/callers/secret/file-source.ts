import { readFileSync } from "node:fs";
import type { SecretSource } from "./secret-source.ts";

/** The secret in a local file, read synchronously: for a small file that is faster than a worker thread. */
export function fileSource(file: string): SecretSource {
  return { read: async () => readFileSync(file, "utf8") };
}
