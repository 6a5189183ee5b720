import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** The lines of a file that are not empty; one whose name ends in `.gz` is unpacked. */
export function linesOf(file: string | URL): readonly string[] {
  const bytes = readFileSync(file);
  const text = (String(file).endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text.split("\n").filter((line) => line.trim() !== "");
}
