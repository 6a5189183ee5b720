import { parseArgs } from "node:util";
import { type Command, UsageError } from "../../lib/cli/command.ts";
import { invocationOf } from "./invocation.ts";

/** What a verb said, and with which exit code. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs a verb with the words behind it, as `customhouse` does. */
export async function runCommand(command: Command, args: readonly string[]): Promise<Ran> {
  const out: string[] = [];
  const error: string[] = [];
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
    const code = await command.run(
      invocationOf({
        words: positionals,
        options,
        out: (text) => void out.push(text),
        error: (text) => void error.push(text),
      }),
    );
    return { code, out: out.join("\n"), error: error.join("\n") };
  } catch (fault) {
    if (!(fault instanceof UsageError)) throw fault;
    return { code: 2, out: out.join("\n"), error: fault.message };
  }
}
