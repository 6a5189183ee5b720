import { readFileSync } from "node:fs";
import type { SecretSource } from "./secret-source.ts";

/** The secret in a local file. It is read synchronously, which is faster for a small file than a worker thread. */
export function fileSource(file: string): SecretSource {
  return { read: async () => readFileSync(file, "utf8") };
}
