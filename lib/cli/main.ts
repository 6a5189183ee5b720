#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { parse } from "../json/parse.ts";
import { isObject, member } from "../json/value.ts";
import { answer } from "./answer.ts";
import { cel } from "./cel.ts";
import { check } from "./check.ts";
import { type Command, type Invocation, UsageError } from "./command.ts";
import { convert } from "./convert.ts";
import { generateCommand } from "./generate-command.ts";
import { keys } from "./keys.ts";
import { manifests } from "./manifests-command.ts";
import { newCommand } from "./new.ts";
import { runOnNewerNode } from "./newer-node.ts";
import { openapi } from "./openapi.ts";
import { replay } from "./replay.ts";
import { serve } from "./serve.ts";
import { suggest } from "./suggest.ts";
import { table } from "./table.ts";
import { tour } from "./tour.ts";
import { upgrade } from "./upgrade.ts";

const commands: Readonly<Record<string, Command>> = {
  serve,
  answer,
  manifests,
  replay,
  check,
  convert,
  keys,
  suggest,
  new: newCommand,
  cel,
  upgrade,
  openapi,
  table,
  generate: generateCommand,
  tour,
};

const overview = `customhouse: conversion and admission for Kubernetes custom resources, from outside the cluster

usage: customhouse VERB [options]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join("\n")}

customhouse VERB --help says what a verb takes and gives; customhouse --version says which this is.
`;

/** This package's version. */
function version(): string {
  const file = new URL(import.meta.resolve("customhouse/package.json"));
  const parsed = parse(readFileSync(file, "utf8"));
  const version = parsed.ok && isObject(parsed.value) ? member(parsed.value, "version") : undefined;
  return typeof version === "string" ? version : "unknown";
}

async function main(words: readonly string[]): Promise<number> {
  const [name = "--help", ...rest] = words;
  const out = (text: string): void => void process.stdout.write(`${text}\n`);
  const error = (text: string): void => void process.stderr.write(`${text}\n`);
  if (name === "--help" || name === "-h" || name === "help") {
    out(overview);
    return words.length === 0 ? 2 : 0;
  }
  if (name === "--version" || name === "-v") {
    out(version());
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    error(`customhouse: no verb ${JSON.stringify(name)}\n\n${overview}`);
    return 2;
  }
  try {
    const parsed = parseArgs({
      args: rest,
      options: { ...command.options, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
    if (parsed.values["help"] === true) {
      out(command.help);
      return 0;
    }
    const options: Invocation["options"] = Object.fromEntries(
      Object.entries(parsed.values).map(([key, value]) => [
        key,
        Array.isArray(value) ? value.map(String) : value,
      ]),
    );
    return await command.run({ words: parsed.positionals, options, out, error });
  } catch (fault) {
    if (!isUsersToMend(fault)) throw fault;
    error(`customhouse ${name}: ${fault.message}`);
    return 2;
  }
}

function isUsersToMend(fault: unknown): fault is Error {
  if (fault instanceof UsageError) return true;
  const code = fault instanceof Error && "code" in fault ? String(fault.code) : "";
  return /^(ERR_PARSE_ARGS_|ENOENT|EACCES|EISDIR|EADDRINUSE)/.test(code);
}

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on("error", (fault: NodeJS.ErrnoException) => {
  if (fault.code !== "EPIPE") throw fault;
});

process.exitCode = runOnNewerNode() ?? (await main(process.argv.slice(2)));
