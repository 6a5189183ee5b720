import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The checkout. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A command of the checkout's own node_modules. */
export function own(name: string): string {
  return join(root, "node_modules", ".bin", name);
}

/** The environment of a user's shell: nothing of the npm script that runs the tests, but the certificates that a user trusts. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => name === "NODE_EXTRA_CA_CERTS" || !/^(npm_|NODE_|VITEST)/i.test(name),
  ),
);

/** The environment of a user's shell, with variables of one's own. */
export function userEnvironment(
  variables: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string | undefined>> {
  return { ...environment, ...variables };
}

/** Runs a command to its end and gives what it wrote to stdout. Rejects with all it wrote where it fails. */
export function run(folder: string, command: string, ...words: readonly string[]): Promise<string> {
  return runWith({ folder }, command, ...words);
}

/** Where a command runs, and what its environment has beside that of a user's shell. */
export interface Surroundings {
  readonly folder: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** As `run`, with variables in the command's environment. */
export async function runWith(
  { folder, variables }: Surroundings,
  command: string,
  ...words: readonly string[]
): Promise<string> {
  const options = { cwd: folder, env: userEnvironment(variables), maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(command, words, options).catch((fault) => {
    throw new Error(`${fault.message}\n${fault.stdout}\n${fault.stderr}`);
  });
  return stdout;
}

/** A new empty folder, gone with `await using`. */
export async function emptyFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "customhouse-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
