import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "../../../lib/json/value.ts";

/** A stand-in for kubectl. */
export interface StandInKubectl {
  readonly program: string;
  /** The arguments of each call so far. */
  readonly calls: () => Promise<readonly (readonly string[])[]>;
  /** Each request through `kubectl proxy` so far: method and path. */
  readonly requests: () => Promise<readonly string[]>;
}

interface StandInCluster {
  /** What `get` prints, by resource. */
  readonly objects: Readonly<Record<string, JsonObject>>;
  /** The port that `port-forward` names. */
  readonly port: number;
  /** The body of a GET request through `proxy`, by path and query; any other is forbidden. */
  readonly lists?: Readonly<Record<string, JsonObject>>;
}

/**
 * Writes a program in place of kubectl, which needs no cluster: `get` prints the objects of a resource, `port-forward` prints a
 * port of this machine and runs until it is ended, and `proxy` serves lists.
 */
export async function standInKubectl(
  folder: string,
  { objects, port, lists = {} }: StandInCluster,
): Promise<StandInKubectl> {
  const [program, log] = [join(folder, "kubectl"), join(folder, "kubectl.log")];
  const requests = join(folder, "requests.log");
  for (const file of [log, requests]) await writeFile(file, "");
  const linesOf = async (file: string): Promise<readonly string[]> =>
    (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
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
} else if (words.includes("proxy")) {
  const lists = ${JSON.stringify(lists)};
  require("node:http").createServer(({ method, url }, response) => {
    appendFileSync(${JSON.stringify(requests)}, method + " " + url + "\\n");
    const found = method === "GET" ? lists[url] : undefined;
    response.writeHead(found === undefined ? 403 : 200).end(JSON.stringify(found ?? { message: "jobs.example.com is forbidden" }));
  }).listen(words.at(-1), () => console.log("Starting to serve"));
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
    calls: async () => (await linesOf(log)).map((line) => JSON.parse(line)),
    requests: () => linesOf(requests),
  };
}
