import type { ParseArgsOptionsConfig } from "node:util";
import type { ProgressOutput } from "./progress-output.ts";

/** One run of a command: its arguments, options and output functions. */
export interface Invocation {
  /** The arguments that are not options. */
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  readonly progress: ProgressOutput;
}

/** A command of the CLI, also called verb. */
export interface Command {
  /** The text of `--help`: usage, description, options, an example, exit codes. */
  readonly help: string;
  readonly options: ParseArgsOptionsConfig;
  /** The values of `-o`; absent if the command has no `-o`, or its `-o` names a file. */
  readonly forms?: readonly string[];
  /** The values of the first argument, if it is one of a few words. */
  readonly firstWords?: readonly string[];
  /** Returns the exit code. */
  readonly run: (invocation: Invocation) => Promise<number>;
}

/** A verb of the CLI. Its command is loaded only when a command line needs it. */
export interface LazyCommand {
  /** What the command does, in one line for the overview: `show …`, `send …`. */
  readonly summary: string;
  /** Loads the modules of the command, and returns the command. */
  readonly load: () => Promise<Command>;
}

/** A command with its line in the overview that `customhouse --help` prints. */
export type DescribedCommand = Command & Pick<LazyCommand, "summary">;

/** Loads the commands of all `verbs`, in the order of `verbs`. */
export async function loadCommands(
  verbs: Readonly<Record<string, LazyCommand>>,
): Promise<Readonly<Record<string, DescribedCommand>>> {
  const loading = Object.entries(verbs).map(
    async ([name, { summary, load }]) => [name, { summary, ...(await load()) }] as const,
  );
  return Object.fromEntries(await Promise.all(loading));
}

/** A fault that the user can fix: the CLI prints its message without a stack trace, and exits with 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The value of an option that takes a text; undefined if it was not given. */
export function textOption({ options }: Invocation, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}
