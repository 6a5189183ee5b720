import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { IncompleteRegistry } from "../converter/convertible-kind.ts";
import { type Command, type Invocation, UsageError } from "./command.ts";
import { commonHelp, commonOptions } from "./common-options.ts";
import { didYouMean } from "./conversion-yaml/nearest.ts";
import { systemFaultText } from "./files/read-file.ts";
import { isTooDeep } from "./files/yaml-faults.ts";
import { ownPackage } from "./own-package.ts";
import { progressOutput } from "./progress-output.ts";
import { admit } from "./verbs/admit/admit.ts";
import { answer } from "./verbs/answer/answer.ts";
import { buildCommand } from "./verbs/build/build.ts";
import { cel } from "./verbs/cel/cel.ts";
import { check } from "./verbs/check/check.ts";
import { compat } from "./verbs/compat/compat.ts";
import { completionOf } from "./verbs/completion/completion.ts";
import { containerCommand } from "./verbs/container/container.ts";
import { convert } from "./verbs/convert/convert.ts";
import { dev } from "./verbs/dev/dev.ts";
import { generateCommand } from "./verbs/generate/generate.ts";
import { init } from "./verbs/init/init.ts";
import { keys } from "./verbs/keys/keys.ts";
import { learn } from "./verbs/learn/learn.ts";
import { manifests } from "./verbs/manifests/manifests.ts";
import { newCommand } from "./verbs/new/new.ts";
import { openapi } from "./verbs/openapi/openapi.ts";
import { parity } from "./verbs/parity/parity.ts";
import { planCommand } from "./verbs/plan/plan.ts";
import { rehearse } from "./verbs/rehearse/rehearse.ts";
import { replay } from "./verbs/replay/replay.ts";
import { serve } from "./verbs/serve/serve.ts";
import { stepCommand } from "./verbs/step/step.ts";
import { suggest } from "./verbs/suggest/suggest.ts";
import { table } from "./verbs/table/table.ts";
import { testCommand } from "./verbs/test/test.ts";
import { tour } from "./verbs/tour/tour.ts";
import { upgrade } from "./verbs/upgrade/upgrade.ts";
import { versions } from "./verbs/versions/versions.ts";

/** All verbs (commands) of the CLI, by name, in the order of the overview. */
export const commands: Readonly<Record<string, Command>> = {
  init,
  dev,
  serve,
  answer,
  admit,
  manifests,
  replay,
  check,
  parity,
  test: testCommand,
  convert,
  keys,
  build: buildCommand,
  container: containerCommand,
  suggest,
  learn,
  new: newCommand,
  cel,
  upgrade,
  versions,
  plan: planCommand,
  rehearse,
  step: stepCommand,
  compat,
  openapi,
  table,
  generate: generateCommand,
  completion: completionOf(() => commands),
  tour,
};

const overview = `customhouse: conversion and admission for Kubernetes custom resources, from outside the cluster

usage: customhouse VERB [options]

${Object.entries(commands)
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
  const command = commandOf(name);
  if (command === undefined) return unknownVerb(name, output);
  try {
    return await runVerb(name, command, rest, output);
  } catch (fault) {
    const text = userFaultText(fault);
    if (text === undefined) throw fault;
    output.error(`customhouse ${name}: ${text}`);
    return 2;
  }
}

function commandOf(name: string): Command | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

/** Prints the overview, or for `help VERB` the help of that verb. Returns the exit code. */
function help(words: readonly string[], output: Output): number {
  const [verb, name] = words;
  const command = name === undefined ? undefined : commandOf(name);
  if (verb !== "help" || name === undefined || name.startsWith("-")) {
    output.out(overview);
    return words.length === 0 ? 2 : 0;
  }
  if (command === undefined) return unknownVerb(name, output);
  output.out(helpText(command));
  return 0;
}

/** The text that `VERB --help` prints. */
export function helpText({ help: own }: Command): string {
  return `${own}\n\n${commonHelp}`;
}

function unknownVerb(name: string, { error }: Output): number {
  const near = didYouMean(name, [...Object.keys(commands), "help", "--help", "--version"]);
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
