import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

/** The lines of a file that are not empty; one whose name ends in `.gz` is unpacked. */
export function linesOf(file: string | URL): readonly string[] {
  const bytes = readFileSync(file);
  const text = (String(file).endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text.split("\n").filter((line) => line.trim() !== "");
}

const kubernetes = new URL("kubernetes/", import.meta.url);

/** The files of Kubernetes' own vectors, as README.md beside this file describes them. */
export function kubernetesVectors(): readonly string[] {
  return readdirSync(kubernetes)
    .filter((file) => file.endsWith(".jsonl.gz"))
    .map((file) => fileURLToPath(new URL(file, kubernetes)));
}
