import type { ParseArgsOptionsConfig } from "node:util";
import type { ProgressOutput } from "./progress-output.ts";

/** One run of a command: its arguments, and where it writes. */
export interface Invocation {
  /** The arguments that are not options. */
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  readonly progress: ProgressOutput;
}

/** A verb of the command line. */
export interface Command {
  /** One line for the list of verbs. */
  readonly summary: string;
  /** What `--help` prints: usage, what it does, options, an example, exit codes. */
  readonly help: string;
  readonly options: ParseArgsOptionsConfig;
  /** The forms that `-o` takes; absent where there is no `-o`. */
  readonly forms?: readonly string[];
  /** What its first argument may be, where that is one of a few words. */
  readonly firstWords?: readonly string[];
  /** Returns the exit code. */
  readonly run: (invocation: Invocation) => Promise<number>;
}

/** A fault that the user can fix. Printed without a stack. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The value of an option; undefined where it was not given. */
export function textOption({ options }: Invocation, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}
