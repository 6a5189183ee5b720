import { parseArgs } from "node:util";
import { type Command, type Invocation, UsageError } from "../../lib/cli/command.ts";
import { runCommandLine } from "../../lib/cli/command-line.ts";
import { invocationOf } from "./invocation.ts";

/** What a verb printed, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** What a run prints, and its exit code. */
async function printedBy(
  run: (output: Pick<Invocation, "out" | "error">) => Promise<number>,
): Promise<Ran> {
  const [out, error]: [string[], string[]] = [[], []];
  const code = await run({
    out: (text) => void out.push(text),
    error: (text) => void error.push(text),
  });
  return { code, out: out.join("\n"), error: error.join("\n") };
}

/** Runs a command line, as the program does. */
export function runLine(words: readonly string[]): Promise<Ran> {
  return printedBy((output) => runCommandLine(words, output));
}

/** Runs a verb with options that are parsed already. Wrong usage throws UsageError. */
export function runParsed(
  command: Command,
  { words = [], options }: { words?: readonly string[]; options: Invocation["options"] },
): Promise<Ran> {
  return printedBy((output) => command.run(invocationOf({ words, options, ...output })));
}

/** Runs a verb with the words that follow it on the command line, as `customhouse` does. */
export function runCommand(command: Command, args: readonly string[]): Promise<Ran> {
  return printedBy(async (output) => {
    try {
      const { values, positionals } = parseArgs({
        args: [...args],
        options: command.options,
        allowPositionals: true,
      });
      const options = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.map(String) : value,
        ]),
      );
      return await command.run(invocationOf({ words: positionals, options, ...output }));
    } catch (fault) {
      if (!(fault instanceof UsageError)) throw fault;
      output.error(fault.message);
      return 2;
    }
  });
}
