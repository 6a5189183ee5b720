import { existsSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { known } from "../../json/invariant.ts";
import { filesBelow, isFolder } from "../files/read-file.ts";

/** What a test case does with its object. */
type CaseOperation = "create" | "update" | "convert";

/** A test case: the file of an object, and the files beside it that begin with the same name. */
export interface TestCase {
  /** Its path below the folder of tests, without its extension: `denied/missing-cron.create`. */
  readonly name: string;
  readonly operation: CaseOperation;
  readonly file: string;
  /**
   * The files beside the object's file, by the text between the case's name and the extension: `old`, `request`,
   * `allowed`, `denied`, `warned`, or a version.
   */
  readonly parts: ReadonlyMap<string, string>;
  /** The file with the objects that lookups find, in the same folder; undefined if there is none. */
  readonly lookups: string | undefined;
}

/** A fault in a file of tests, or a difference from what it expects. */
export interface FileFault {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** The test cases of a kind, and the files in the folder that belong to no case. */
interface FoundCases {
  readonly cases: readonly TestCase[];
  readonly faults: readonly FileFault[];
}

const pattern =
  /^(?<base>.+\.(?<operation>create|update|convert))(?:\.(?<part>[^.]+))?\.(?<extension>yaml|txt)$/;

/** The extension of each part that a case of an operation may have. */
const partsOf: Readonly<Record<CaseOperation, Readonly<Record<string, string>>>> = {
  create: { request: "yaml", allowed: "yaml", denied: "txt", warned: "txt" },
  update: { old: "yaml", request: "yaml", allowed: "yaml", denied: "txt", warned: "txt" },
  convert: {},
};

/** A file of tests with the parts of its name. */
interface NamedFile {
  readonly file: string;
  readonly base: string;
  readonly operation: CaseOperation;
  readonly part: string | undefined;
}

/** Finds the cases below the folder `tests` of a kind, by the names of its files. */
export function findCases(kindFolder: string): FoundCases {
  const folder = join(kindFolder, "tests");
  if (!isFolder(folder)) return { cases: [], faults: [] };
  const files = filesBelow(folder).filter((file) => /\.(?:ya?ml|txt)$/.test(file));
  const others = files.filter((file) => basename(file) !== "lookups.yaml");
  const named = others.map((file) => ({ file, name: namedFile(file) }));
  const byCase = Map.groupBy(
    named.flatMap(({ name }) => name ?? []),
    ({ base }) => base,
  );
  const cases = [...byCase.values()].flatMap((group) => caseOf(folder, group));
  return {
    cases,
    faults: [
      ...named.filter(({ name }) => name === undefined).map(({ file }) => notATest(file)),
      ...[...byCase.values()].flatMap(strayFaults),
      ...cases.flatMap(caseFaults),
    ],
  };
}

function namedFile(file: string): NamedFile | undefined {
  const groups = pattern.exec(basename(file))?.groups ?? {};
  const { base, part, extension } = groups;
  const operation = operationOf(groups["operation"]);
  if (base === undefined || operation === undefined) return undefined;
  const isVersion = operation === "convert" && /^v\d/.test(part ?? "");
  const wanted = part === undefined || isVersion ? "yaml" : partsOf[operation][part];
  if (wanted !== extension) return undefined;
  return { file, base: join(dirname(file), base), operation, part };
}

function operationOf(text: string | undefined): CaseOperation | undefined {
  return text === "create" || text === "update" || text === "convert" ? text : undefined;
}

function caseOf(folder: string, files: readonly NamedFile[]): readonly TestCase[] {
  const main = files.find(({ part }) => part === undefined);
  if (main === undefined) return [];
  const lookups = join(dirname(main.file), "lookups.yaml");
  const parts = files.flatMap(({ part, file }) =>
    part === undefined ? [] : [[part, file] as const],
  );
  return [
    {
      name: relative(folder, main.base),
      operation: main.operation,
      file: main.file,
      parts: new Map(parts),
      lookups: existsSync(lookups) ? lookups : undefined,
    },
  ];
}

/** A fault for each golden or other part whose case does not exist any more. */
function strayFaults(files: readonly NamedFile[]): readonly FileFault[] {
  if (files.some(({ part }) => part === undefined)) return [];
  return files.map(({ file, base }) => ({
    file,
    line: 1,
    message: `it belongs to ${base}.yaml, which does not exist: restore that file, or delete this one`,
  }));
}

function caseFaults({ file, operation, parts }: TestCase): readonly FileFault[] {
  const faults: FileFault[] = [];
  if (operation === "update" && !parts.has("old")) {
    const old = file.replace(/\.yaml$/, ".old.yaml");
    faults.push({ file, line: 1, message: `an update needs the stored object: write ${old}` });
  }
  if (parts.has("allowed") && parts.has("denied")) {
    const allowed = known(parts.get("allowed"), "the case has this part");
    const message = `the case can't be allowed and denied: delete this file or ${basename(allowed)}`;
    faults.push({ file: known(parts.get("denied"), "the case has this part"), line: 1, message });
  }
  return faults;
}

function notATest(file: string): FileFault {
  const message =
    "not the name of a test: NAME.create.yaml, NAME.update.yaml with NAME.update.old.yaml, or NAME.convert.yaml; beside it .request.yaml, .allowed.yaml, .denied.txt, .warned.txt, or .VERSION.yaml of a conversion; lookups.yaml. Rename it, or move it out of tests";
  return { file, line: 1, message };
}
