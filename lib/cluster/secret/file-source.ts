import { readFile } from "node:fs/promises";
import type { SecretSource } from "./secret-source.ts";

/** The secret in a file of this machine. */
export function fileSource(file: string): SecretSource {
  return { read: (signal) => readFile(file, { encoding: "utf8", signal }) };
}
