import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Part } from "./markdown.ts";

/** A command of a document with what it prints. */
export interface ShownCommand {
  readonly line: number;
  readonly words: readonly string[];
  readonly shown: string;
}

/** A file that a document shows, with the path in the info string of its block. */
export interface ShownFile {
  readonly path: string;
  readonly text: string;
}

/** The commands of the `console` blocks of a document, and the files that it shows, in the document's order. */
export function stepsOf(parts: readonly Part[]): readonly (ShownCommand | ShownFile)[] {
  return parts.flatMap((part): readonly (ShownCommand | ShownFile)[] => {
    if (part.type !== "block") return [];
    const [, path] = /^(?:ya?ml|json|ts(?= \S+\/)) (\S+\.(?:yaml|json|ts))$/.exec(part.info) ?? [];
    if (path !== undefined) return [{ path, text: part.text }];
    return part.info === "console" ? commandsIn(part.text, part.line) : [];
  });
}

function commandsIn(text: string, line: number): readonly ShownCommand[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((one) => {
      const [command = "", ...shown] = one.split("\n");
      return { line, words: command.split(" "), shown: shown.join("\n") };
    });
}

const main = fileURLToPath(new URL("../../../lib/cli/main.ts", import.meta.url));

/** The command that npx runs, without the option `--package`, whose package is not published. Empty without npx. */
function wordsOfNpx([npx, ...words]: readonly string[]): readonly string[] {
  if (npx !== "npx") return [];
  return words[0] === "--yes" && words[1] === "--package" ? words.slice(3) : words;
}

/**
 * What a command prints in a folder. Rejects unless the command ends with code 0, or with 1 if the document shows a line that
 * begins with FAIL.
 */
export async function printed({ words, shown }: ShownCommand, folder: string): Promise<string> {
  const [customhouse, verb = "", ...args] = wordsOfNpx(words);
  if (customhouse !== "customhouse") throw new Error(`${words} is not a command of customhouse`);
  if (verb === "serve") return served(args, folder);
  // npm is run by test/package/init.test.ts: here it would install this checkout.
  const offline = verb === "init" ? ["--no-install"] : [];
  const { code, stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [main, verb, ...args, ...offline],
    { cwd: folder },
  )
    .then((ended) => ({ code: 0, ...ended }))
    .catch((ended) => ended);
  if (code !== (/^FAIL/m.test(shown) ? 1 : 0)) throw new Error(`${words.join(" ")}: ${stderr}`);
  return stdout;
}

/** What `serve` prints until it listens. It uses a free port, which is replaced by the requested one in the result. */
async function served(args: readonly string[], folder: string): Promise<string> {
  const port = args[args.indexOf("--port") + 1] ?? "";
  const free = args.map((arg) => (arg === port ? "0" : arg));
  const command = [main, "serve", ...free, "--ca", join(folder, "ca")];
  const child = spawn(process.execPath, command, {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const all = text(child.stdout);
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`serve ended with ${code}`);
  return (await all).replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`);
}

/** What must be printed, as a pattern: a line of `…` matches any lines, and a number such as 4,812 any number. */
export function patternOf(shown: string): RegExp {
  const lines = shown.split("\n").map((line) => (line === "…" ? anyLines : escaped(line)));
  return new RegExp(`^${lines.join("\n").replaceAll(`${anyLines}\n`, anyLines)}$`);
}

const anyLines = "[^]*";

function escaped(text: string): string {
  return text
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")
    .replaceAll(/\d{1,3}(?:,\d{3})+/g, "\\d{1,3}(?:,\\d{3})*");
}
