import type { ParseArgsOptionsConfig } from "node:util";

/** What a command sees of the world: its words, and where it may write. */
export interface Invocation {
  /** Words that are no options. */
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/** A verb of the command line. */
export interface Command {
  /** One line for the list of verbs. */
  readonly summary: string;
  /** What `--help` prints: usage, what it does, options, an example, exit codes. */
  readonly help: string;
  readonly options: ParseArgsOptionsConfig;
  /** Gives the exit code. */
  readonly run: (invocation: Invocation) => Promise<number>;
}

/** Something the user can mend: printed as one line without a stack. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** An option's text, undefined where it was not given. */
export function textOption({ options }: Invocation, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}
