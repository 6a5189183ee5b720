import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { CrdFacts } from "../../../crd/crd-facts.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { type DraftedLens, draftLens } from "../../draft/draft-lens.ts";
import { kebabCase } from "../../draft/kebab-case.ts";
import {
  type NewDefinition,
  type NewFile,
  newConversion,
  newDefinitions,
  newSamples,
} from "../../draft/new-kind.ts";
import { undecidedLines } from "../../draft/undecided-lines.ts";
import { versionPairs } from "../../draft/version-pairs.ts";
import { fileLabel, manifestFilesAt, readText } from "../../files/read-file.ts";
import { generatedCode } from "../../kinds/generated-files.ts";
import { defaultKinds } from "../../kinds/kinds.ts";
import { conversionCode, kindCode } from "./kind-code.ts";

/** Writes the first files of a kind; refuses to replace any. */
export const newCommand: Command = {
  summary: "create a kind's folder from a CustomResourceDefinition",
  help: `usage: customhouse new CRD [--dir DIR] [--yaml | --ts]

Creates a folder for the kind, named after it, with

  crd.yaml          the definition, unchanged (one of v1beta1 is upgraded)
  conversion.yaml   a draft of the conversion, as customhouse suggest prints it, with the conversion guard turned on;
                    with --ts instead conversion.ts and kind.ts, typed by generated.ts
  samples/          an object of each version, to be replaced by real ones; standard error names those that break the
                    schema or its rules, or have no spec, because no better one was found

and prints what to do next. If one of these files exists, nothing is written.

  --dir DIR         the folder of kinds (default: kinds)
  --yaml            the conversion as YAML (default)
  --ts              the conversion in TypeScript, for completion and hooks in code

CRD is a YAML or JSON file with one CustomResourceDefinition, or a folder with such a file.

example: customhouse new crd.yaml
exit code: 0 created, 2 wrong usage, a file without a CustomResourceDefinition, or a folder with such files`,
  options: { dir: { type: "string" }, yaml: { type: "boolean" }, ts: { type: "boolean" } },
  run: async (invocation) => {
    const file = fileOf(invocation);
    const kinds = textOption(invocation, "dir") ?? defaultKinds;
    const isCode = invocation.options["ts"] === true;
    const { text, crd } = definitionIn(file);
    const lenses = versionPairs(crd, undefined, undefined).map((pair) =>
      draftLens(pair, crd.group),
    );
    const folder = join(kinds, kebabCase(crd.kind));
    const samples = newSamples(crd);
    const isInPlace = resolve(file) === resolve(folder, "crd.yaml");
    const files = [
      ...(isInPlace ? [] : [{ path: "crd.yaml", text }]),
      ...(isCode
        ? codeFiles(lenses)
        : [{ path: "conversion.yaml", text: newConversion(lenses, schemaFrom(folder)) }]),
      ...samples,
    ];
    write(folder, files, invocation);
    if (isCode) {
      writeNew(join(folder, "generated.ts"), generatedCode(folder), invocation);
    }
    invocation.progress.out(nextSteps({ kinds, folder, crd, lenses, isCode }));
    for (const { path, faults } of samples) {
      for (const fault of faults) {
        invocation.error(`${join(folder, path)}: ${fault}`);
      }
    }
    for (const line of undecidedLines(crd.kind, lenses)) invocation.error(line);
    return 0;
  },
};

function fileOf({ words, options }: Invocation): string {
  const [file, ...rest] = words;
  if (file === undefined || rest.length > 0) {
    throw new UsageError("name one file with a CustomResourceDefinition");
  }
  if (options["yaml"] === true && options["ts"] === true) {
    throw new UsageError("give --yaml or --ts, not both");
  }
  return file;
}

/** The only definition of a file or folder. Throws {@link UsageError} where there is none, or more than one. */
function definitionIn(file: string): NewDefinition {
  const found = manifestFilesAt(file).flatMap((each) =>
    newDefinitions(readText(each), fileLabel(each)),
  );
  const [definition, ...more] = found;
  if (definition !== undefined && more.length === 0) return definition;
  throw new UsageError(
    definition === undefined
      ? `${fileLabel(file)} holds no CustomResourceDefinition`
      : `${fileLabel(file)} holds more than one CustomResourceDefinition: split it into files, and name one`,
  );
}

/** The schema of conversion.yaml where a project has it, from the folder of a kind; undefined where it has none. */
function schemaFrom(folder: string): string | undefined {
  const schema = ["node_modules/customhouse/conversion.schema.json", "conversion.schema.json"].find(
    (path) => existsSync(path),
  );
  return schema === undefined ? undefined : relative(folder, schema).replaceAll("\\", "/");
}

function codeFiles(lenses: readonly DraftedLens[]): readonly NewFile[] {
  const kind = { path: "kind.ts", text: kindCode(lenses) };
  return lenses.length === 0
    ? [kind]
    : [{ path: "conversion.ts", text: conversionCode(lenses) }, kind];
}

function write(folder: string, files: readonly NewFile[], invocation: Invocation): void {
  const paths = [
    ...files.map(({ path }) => path),
    "kind.ts",
    "kind.js",
    "conversion.yaml",
    "generated.ts",
  ];
  const existing = [...new Set(paths)].filter((path) => existsSync(join(folder, path)));
  if (existing.length > 0) {
    throw new UsageError(`${folder} has ${existing.join(", ")} already: nothing was written`);
  }
  for (const { path, text } of files) writeNew(join(folder, path), text, invocation);
}

/** Writes a file that does not exist yet. */
function writeNew(path: string, text: string, { progress }: Invocation): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: "wx" });
  progress.out(`wrote ${path}`);
}

interface CreatedKind {
  readonly kinds: string;
  readonly folder: string;
  readonly crd: CrdFacts;
  readonly lenses: readonly DraftedLens[];
  readonly isCode: boolean;
}

function nextSteps({ kinds, folder, crd, lenses, isCode }: CreatedKind): string {
  const kindsWords = kinds === defaultKinds ? "" : ` --kinds ${kinds}`;
  const todos = lenses.flatMap(({ todos: undecided, rules }) => [
    ...undecided,
    ...rules.flatMap(({ reasons }) => reasons),
  ]);
  const [lens] = lenses;
  const file = join(folder, fileToRead(isCode, lens !== undefined));
  const sample = join(folder, "samples", `${lens?.from ?? crd.versions[0]?.name}.yaml`);
  return [
    "",
    todos.length === 0
      ? `Read ${file}. Then:`
      : `Decide what is marked TODO in ${file} (${todos.length}). Then:`,
    "",
    `  npx customhouse check --kind ${crd.kind}${kindsWords}`,
    ...(lens === undefined
      ? []
      : [
          `  npx customhouse convert -f ${sample} --to ${crd.group}/${lens.to} --explain${kindsWords}`,
        ]),
    `  npx customhouse serve${kindsWords}`,
    ...(isCode
      ? ["", `After each change of crd.yaml or a sample: npx customhouse generate${kindsWords}`]
      : []),
  ].join("\n");
}

function fileToRead(isCode: boolean, isConverted: boolean): string {
  if (!isCode) return "conversion.yaml";
  return isConverted ? "conversion.ts" : "kind.ts";
}
