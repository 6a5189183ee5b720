import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "../../../lib/json/value.ts";

/** A stand-in for kubectl. */
export interface StandInKubectl {
  readonly program: string;
  /** The words of each call so far. */
  readonly calls: () => Promise<readonly (readonly string[])[]>;
}

/**
 * Writes a program that answers as kubectl: `get` prints the objects of a resource, and `port-forward` names a port of this
 * machine and stays until it is ended. There is no cluster here whose service could be forwarded to.
 */
export async function standInKubectl(
  folder: string,
  {
    objects,
    port,
  }: { readonly objects: Readonly<Record<string, JsonObject>>; readonly port: number },
): Promise<StandInKubectl> {
  const [program, log] = [join(folder, "kubectl"), join(folder, "kubectl.log")];
  await writeFile(log, "");
  await writeFile(
    program,
    `#!${process.execPath}
const { appendFileSync } = require("node:fs");
const words = process.argv.slice(2);
appendFileSync(${JSON.stringify(log)}, JSON.stringify(words) + "\\n");
const objects = ${JSON.stringify(objects)};
if (words.includes("port-forward")) {
  console.log("Forwarding from 127.0.0.1:${port} -> 9443");
  setInterval(() => undefined, 1000);
} else {
  const found = objects[words[words.indexOf("get") + 1]];
  if (found === undefined) { console.error("Error from server (NotFound): not found"); process.exit(1); }
  console.log(JSON.stringify(found));
}
`,
  );
  await chmod(program, 0o755);
  return {
    program,
    calls: async () => {
      const lines = (await readFile(log, "utf8")).split("\n").filter((line) => line !== "");
      return lines.map((line) => JSON.parse(line));
    },
  };
}
