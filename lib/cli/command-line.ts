import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { IncompleteRegistry } from "../converter/convertible-kind.ts";
import { type Command, type Invocation, type LazyCommand, UsageError } from "./command.ts";
import { commonHelp, commonOptions } from "./common-options.ts";
import { didYouMean } from "./conversion-yaml/nearest.ts";
import { systemFaultText } from "./files/read-file.ts";
import { isTooDeep } from "./files/yaml-faults.ts";
import { ownPackage } from "./own-package.ts";
import { progressOutput } from "./progress-output.ts";
import { verbs } from "./verbs.ts";

const overview = `customhouse: conversion and admission for Kubernetes custom resources, from outside the cluster

usage: customhouse VERB [options]

${Object.entries(verbs)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join("\n")}

customhouse VERB --help describes a verb; customhouse --version prints the version.

${commonHelp}
`;

/** The functions with which a command writes lines to standard output and standard error. */
type Output = Pick<Invocation, "out" | "error">;

const terminal: Output = {
  out: (text) => void process.stdout.write(`${text}\n`),
  error: (text) => void process.stderr.write(`${text}\n`),
};

/** Runs a command line and returns its exit code. A fault that the user can fix is printed; any other error is thrown. */
export async function runCommandLine(
  words: readonly string[],
  output: Output = terminal,
): Promise<number> {
  const [name = "--help", ...rest] = words;
  if (name === "--help" || name === "-h" || name === "help") return help(words, output);
  if (name === "--version" || name === "-v") {
    output.out(ownPackage().version);
    return 0;
  }
  const verb = verbOf(name);
  if (verb === undefined) return unknownVerb(name, output);
  try {
    return await runVerb(name, await verb.load(), rest, output);
  } catch (fault) {
    const text = userFaultText(fault);
    if (text === undefined) throw fault;
    output.error(`customhouse ${name}: ${text}`);
    return 2;
  }
}

function verbOf(name: string): LazyCommand | undefined {
  return Object.hasOwn(verbs, name) ? verbs[name] : undefined;
}

/** Prints the overview, or for `help VERB` the help of that verb. Returns the exit code. */
async function help(words: readonly string[], output: Output): Promise<number> {
  const [first, name] = words;
  if (first !== "help" || name === undefined || name.startsWith("-")) {
    output.out(overview);
    return words.length === 0 ? 2 : 0;
  }
  const verb = verbOf(name);
  if (verb === undefined) return unknownVerb(name, output);
  output.out(helpText(await verb.load()));
  return 0;
}

/** The text that `VERB --help` prints. */
export function helpText({ help: own }: Command): string {
  return `${own}\n\n${commonHelp}`;
}

function unknownVerb(name: string, { error }: Output): number {
  const near = didYouMean(name, [...Object.keys(verbs), "help", "--help", "--version"]);
  error(`customhouse: unknown verb ${JSON.stringify(name)}${near}\n\n${overview}`);
  return 2;
}

async function runVerb(
  name: string,
  command: Command,
  words: readonly string[],
  output: Output,
): Promise<number> {
  const options: ParseArgsOptionsConfig = {
    ...command.options,
    ...commonOptions,
  };
  checkOptions(name, words, options);
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  if (values["help"] === true) {
    output.out(helpText(command));
    return 0;
  }
  const given: Invocation["options"] = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map(String) : value,
    ]),
  );
  const progress = progressOutput(output, values["quiet"] === true);
  return command.run({ words: positionals, options: given, ...output, progress });
}

/** Throws {@link UsageError} for an option that a verb does not have, and suggests a similar one. */
function checkOptions(
  verb: string,
  words: readonly string[],
  options: ParseArgsOptionsConfig,
): void {
  const { tokens } = parseArgs({ args: [...words], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== "option" || Object.hasOwn(options, token.name)) continue;
    const isLong = token.rawName.startsWith("--");
    const known = Object.keys(options).map((name) => `--${name}`);
    const near = isLong ? didYouMean(token.rawName, known) : "";
    throw new UsageError(
      `unknown option ${token.rawName}${near} (customhouse ${verb} --help lists all)`,
    );
  }
}

/**
 * The message, without a stack trace, for a fault that the user can fix: wrong usage, a file, a kind that can't be served, or
 * input that nests too deeply. Undefined for any other error.
 */
function userFaultText(fault: unknown): string | undefined {
  if (fault instanceof UsageError || fault instanceof IncompleteRegistry) return fault.message;
  const code = fault instanceof Error && "code" in fault ? String(fault.code) : "";
  if (fault instanceof Error && code.startsWith("ERR_PARSE_ARGS_")) return fault.message;
  if (isTooDeep(fault)) return "the input nests too deeply";
  return systemFaultText(fault);
}

// A reader that closes the pipe early, such as `head`, is not an error.
process.stdout.on("error", (fault: NodeJS.ErrnoException) => {
  if (fault.code !== "EPIPE") throw fault;
});
