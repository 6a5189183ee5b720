import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { CrdFacts } from "../../../crd/crd-facts.ts";
import { groupKindText } from "../../../protocol/gvk.ts";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { requireDistinctFolders } from "../../draft/distinct-folders.ts";
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
import { type FileToWrite, writeNewFiles } from "../../files/write-new-files.ts";
import { generatedCode } from "../../kinds/generated-files.ts";
import { defaultKinds } from "../../kinds/kinds.ts";
import { textsOption } from "../../option-values.ts";
import { conversionCode, kindCode } from "./kind-code.ts";
import { nextSteps } from "./next-steps.ts";

/** The command `new`: writes the first files of kinds. It replaces no file. */
export const newCommand: Command = {
  help: `usage: customhouse new [DIR] --crd CRD [--yaml | --ts]

Creates a folder for each kind in DIR (default: kinds), named after it, with

  crd.yaml          the definition, unchanged (a v1beta1 definition is rewritten as v1)
  conversion.yaml   a draft of the conversion, as customhouse suggest prints it, with the conversion guard turned on;
                    with --ts instead conversion.ts and kind.ts, with types from generated.ts
  samples/          a generated object of each version, to be replaced by a real one; if no valid object with a spec was
                    found, standard error says what is wrong with the generated one

and prints what to do next. If one of these files exists, nothing is written.

  --crd CRD         a file with CustomResourceDefinitions, a folder of such files, or - for standard input; may be given
                    again
  --yaml            write the conversion in YAML (default)
  --ts              write the conversion in TypeScript, for completion in an editor and hooks as functions

example: customhouse new --crd crd.yaml
         customhouse new --crd config/crd/bases
exit code: 0 created; 2 wrong usage, a file without a CustomResourceDefinition, or a kind whose folder has such files`,
  options: {
    crd: { type: "string", multiple: true },
    yaml: { type: "boolean" },
    ts: { type: "boolean" },
  },
  run: async (invocation) => {
    const [kinds = defaultKinds, ...more] = invocation.words;
    if (more.length > 0) {
      throw new UsageError(
        "give one folder of kinds, and the CustomResourceDefinitions with --crd",
      );
    }
    const definitions = filesOf(invocation).flatMap(definitionsIn);
    const isCode = invocation.options["ts"] === true;
    const planned = definitions.map((each) => plannedKind(each, kinds, isCode));
    requireDistinctFolders(planned);
    planned.forEach(requireNew);
    const files = planned.flatMap((each) => each.files);
    writeNewFiles(files);
    for (const { path } of files) invocation.progress.out(`wrote ${path}`);
    invocation.progress.out(nextSteps(planned, kinds, isCode));
    for (const note of planned.flatMap(({ notes }) => notes)) invocation.error(note);
    return 0;
  },
};

function filesOf(invocation: Invocation): readonly string[] {
  const { options } = invocation;
  const files = textsOption(invocation, "crd");
  if (files.length === 0) {
    throw new UsageError("give --crd: a file or a folder with a CustomResourceDefinition");
  }
  if (options["yaml"] === true && options["ts"] === true) {
    throw new UsageError("give --yaml or --ts, not both");
  }
  return files;
}

interface FoundDefinition extends NewDefinition {
  readonly file: string;
}

/** The definitions in a file or folder. Throws {@link UsageError} if it has none. */
function definitionsIn(file: string): readonly FoundDefinition[] {
  const found = manifestFilesAt(file).flatMap((each) =>
    newDefinitions(readText(each), fileLabel(each)).map((one) => ({ ...one, file: each })),
  );
  if (found.length > 0) return found;
  throw new UsageError(`${fileLabel(file)} has no CustomResourceDefinition`);
}

interface NewKind {
  /** The kind with its group: `CronTab.stable.example.com`. */
  readonly kind: string;
  readonly folder: string;
  readonly crd: CrdFacts;
  readonly lenses: readonly DraftedLens[];
  readonly files: readonly FileToWrite[];
  /** Lines about faults of the samples and about undecided fields. */
  readonly notes: readonly string[];
}

function plannedKind(
  { crd, text, file }: FoundDefinition,
  kinds: string,
  isCode: boolean,
): NewKind {
  const lenses = versionPairs(crd, undefined, undefined).map((pair) => draftLens(pair, crd.group));
  const folder = join(kinds, kebabCase(crd.kind));
  const samples = newSamples(crd);
  const isInPlace = resolve(file) === resolve(folder, "crd.yaml");
  const files = [
    ...(isInPlace ? [] : [{ path: "crd.yaml", text }]),
    ...(isCode
      ? codeFiles(lenses)
      : [{ path: "conversion.yaml", text: newConversion(lenses, schemaFrom(folder)) }]),
    ...samples,
    ...(isCode ? [{ path: "generated.ts", text: () => generatedCode(folder) }] : []),
  ];
  const faults = samples.flatMap(({ path, faults: own }) =>
    own.map((fault) => `${join(folder, path)}: ${fault}`),
  );
  return {
    kind: groupKindText(crd),
    folder,
    crd,
    lenses,
    files: files.map((each) => ({ path: join(folder, each.path), text: each.text })),
    notes: [...faults, ...undecidedLines(crd.kind, lenses)],
  };
}

/** The path of conversion.schema.json, relative to a kind's folder; undefined if the project does not have that file. */
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

/** Throws {@link UsageError} if a file of the kind exists already, so that nobody's work is replaced. */
function requireNew({ folder, files }: NewKind): void {
  const names = ["kind.ts", "kind.js", "conversion.yaml", "generated.ts"];
  const paths = [...files.map(({ path }) => path), ...names.map((name) => join(folder, name))];
  const existing = [...new Set(paths)].filter((path) => existsSync(path));
  if (existing.length === 0) return;
  const shown = existing.map((path) => relative(folder, path)).join(", ");
  throw new UsageError(
    `${folder} has ${shown} already: nothing was written. Remove the files, or name another folder`,
  );
}
