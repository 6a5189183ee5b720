import { existsSync } from "node:fs";
import { mkdir, realpath, symlink } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { performance } from "node:perf_hooks";
import { emptyFolder, runWith, userEnvironment } from "../package/run.ts";

/** Somebody with Node 24, its npm and the tools of the system, and nothing of a checkout. */
export interface User extends AsyncDisposable {
  /** A folder of their own, empty at first. */
  readonly folder: string;
  /** The environment of their shell, with variables beside it. */
  environment(variables?: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  /** Runs a command in a folder and gives what it wrote to stdout. Rejects with all it wrote where it fails. */
  run(where: Where, ...words: readonly string[]): Promise<string>;
  /** Times a step. */
  timed<T>(step: string, work: () => Promise<T>): Promise<T>;
  /** The times of all steps, a line each. */
  times(): string;
}

/** A folder to run a command in, and variables of the command. */
export interface Where {
  readonly folder: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Where the tools of the system are; a Node there is found only after our own. */
const systemPaths = ["/usr/local/bin", "/usr/bin", "/bin"];

/** Makes a user, whose `node` is the one that runs the tests. */
export async function openUser(): Promise<User> {
  const scratch = await emptyFolder();
  const [programs, folder] = [join(scratch.path, "bin"), join(scratch.path, "work")];
  await mkdir(folder);
  await linkPrograms(programs);
  const path = [programs, ...systemPaths].join(delimiter);
  const times: string[] = [];
  const own = (variables = {}) => ({ ...variables, PATH: path, npm_config_prefer_offline: "true" });
  return {
    folder,
    environment: (variables) => definedIn(userEnvironment(own(variables))),
    run: (where, command = "", ...words) =>
      runWith({ folder: where.folder, variables: own(where.variables) }, command, ...words),
    timed: async (step, work) => {
      const started = performance.now();
      const result = await work();
      times.push(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${step}`);
      return result;
    },
    times: () => times.join("\n"),
    [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose](),
  };
}

/** Links to Node, and to the npm that is on the PATH of whoever runs the tests. */
async function linkPrograms(folder: string): Promise<void> {
  await mkdir(folder);
  await symlink(process.execPath, join(folder, "node"));
  for (const name of ["npm", "npx"]) await symlink(await installed(name), join(folder, name));
}

/** The file of a program, of which no checkout's node_modules has one. */
async function installed(name: string): Promise<string> {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const files = folders
    .filter((folder) => !folder.includes("node_modules"))
    .map((folder) => join(folder, name));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`there is no ${name} on the PATH`);
  return realpath(found);
}

function definedIn(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
}
