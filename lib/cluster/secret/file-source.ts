import { readFile } from "node:fs";
import type { SecretSource } from "./secret-source.ts";

/** The secret in a file of this machine. By callback: `node:fs/promises` costs every cold start two milliseconds. */
export function fileSource(file: string): SecretSource {
  return {
    read: (signal) =>
      new Promise((resolve, reject) => {
        readFile(file, { encoding: "utf8", signal }, (fault, text) => {
          if (fault === null) resolve(text);
          else reject(fault);
        });
      }),
  };
}
