import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type ReapedProcess, startReaper } from "../../../lib/cli/control-plane/process-reaper.ts";
import { parse } from "../../../lib/json/parse.ts";
import { isObject, type JsonObject } from "../../../lib/json/value.ts";

/** `customhouse serve`, as anyone starts it. */
export interface Gateway {
  readonly port: number;
  /** The CA's certificate: the path that the command prints, and its PEM. */
  readonly caFile: string;
  readonly ca: string;
  /** One line for each of its reviews. */
  readonly lines: readonly JsonObject[];
  stop(): Promise<void>;
}

const command = new URL("../../../lib/cli/main.ts", import.meta.url).pathname;
const exampleKinds = new URL("../../../examples/kinds", import.meta.url).pathname;

/**
 * Starts the command with more arguments and waits for its first two lines. It serves the example kinds
 * unless `--kinds` names others, with a CA of its own unless `--ca` names one. `program` is that of another build.
 *
 * Errors: one with what the command said last.
 */
export async function startGateway(
  args: readonly string[] = [],
  program: string = command,
): Promise<Gateway> {
  const reaper = await startReaper("customhouse-gateway-");
  const kinds = args.includes("--kinds") ? [] : ["--kinds", exampleKinds];
  const own = ["--port", "0", "--ca", join(reaper.folder, "ca"), ...kinds];
  const serve = [process.execPath, program, "serve", ...own, ...args];
  const kept = reaper.start("serve", serve, { stdout: "pipe" });
  const output: string[] = [];
  const lines: JsonObject[] = [];
  const [url = "", caFile = ""] = await firstLines(kept, output, lines).catch(async (error) => {
    await reaper.close();
    throw error;
  });
  const ca = await readFile(caFile, "utf8");
  return { port: Number(new URL(url).port), caFile, ca, lines, stop: () => reaper.close() };
}

async function firstLines(
  kept: ReapedProcess,
  head: string[],
  lines: JsonObject[],
): Promise<string[]> {
  const { stdout } = kept.child;
  if (stdout === null) throw new Error("the gateway has no output");
  const reader = createInterface({ input: stdout });
  const complete = new Promise<void>((resolve) => {
    reader.on("line", (line) => {
      if (head.length < 2) head.push(line);
      else lines.push(...objectIn(line));
      if (head.length === 2) resolve();
    });
  });
  const ended = once(kept.child, "exit").then(async () => {
    throw new Error(`the gateway ended\n${await kept.tail()}`);
  });
  ended.catch(() => {}); // once it is up, its end is for the tests to notice
  await Promise.race([complete, ended]);
  return head;
}

function objectIn(line: string): JsonObject[] {
  const value = parse(line);
  return value.ok && isObject(value.value) ? [value.value] : [];
}
