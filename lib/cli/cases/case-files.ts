import { existsSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { assertDefined } from "../../json/invariant.ts";
import { filesBelow, isFolder } from "../files/read-file.ts";

/** The operations of test cases. `status` is an update of the subresource status. */
const operations = ["create", "update", "status", "delete", "convert"] as const;
type CaseOperation = (typeof operations)[number];

/** A test case: the file with its object, and the other files of the case, whose names begin with the same name. */
export interface TestCase {
  /** The path of the case's file, relative to the folder `tests` and without extension: `denied/missing-cron.create`. */
  readonly name: string;
  readonly operation: CaseOperation;
  readonly file: string;
  /**
   * The paths of the case's other files, by the part of their names between the case's name and the extension: `old`,
   * `request`, `allowed`, `denied`, `deleted`, `warned`, or a version.
   */
  readonly parts: ReadonlyMap<string, string>;
  /** The file with the objects that lookups find, in the same folder; undefined if there is none. */
  readonly lookups: string | undefined;
}

/** A fault in a test's file, or a difference between the expected and the actual result. */
export interface FileFault {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** The test cases of a kind, and faults such as files that belong to no case. */
interface FoundCases {
  readonly cases: readonly TestCase[];
  readonly faults: readonly FileFault[];
}

const pattern = new RegExp(
  `^(?<base>.+\\.(?<operation>${operations.join("|")}))(?:\\.(?<part>[^.]+))?\\.(?<extension>yaml|txt)$`,
);

const written = { request: "yaml", allowed: "yaml", denied: "txt", warned: "txt" } as const;

/** The parts that a case of each operation may have, with the extensions of their files. */
const partsOf: Readonly<Record<CaseOperation, Readonly<Record<string, string>>>> = {
  create: written,
  update: { ...written, old: "yaml" },
  status: { ...written, old: "yaml" },
  delete: { ...written, deleted: "txt" },
  convert: {},
};

/** Parts for an expected outcome, of which a case may have only one. */
const outcomes = ["allowed", "denied", "deleted"];

/** A file of a test case, with the components of its name. */
interface NamedFile {
  readonly file: string;
  readonly base: string;
  readonly operation: CaseOperation;
  readonly part: string | undefined;
}

/** Finds the test cases in the folder `tests` of a kind and in folders below it, by the names of the files. */
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
  return operations.find((operation) => operation === text);
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

/** A fault for each of a case's files if the file with the case's object does not exist. */
function strayFaults(files: readonly NamedFile[]): readonly FileFault[] {
  if (files.some(({ part }) => part === undefined)) return [];
  return files.map(({ file, base }) => ({
    file,
    line: 1,
    message: `this file belongs to ${base}.yaml, which does not exist: restore that file, or delete this one`,
  }));
}

function caseFaults({ file, operation, parts }: TestCase): readonly FileFault[] {
  const faults: FileFault[] = [];
  if ((operation === "update" || operation === "status") && !parts.has("old")) {
    const old = file.replace(/\.yaml$/, ".old.yaml");
    faults.push({ file, line: 1, message: `an update needs the stored object: write ${old}` });
  }
  const [first, ...others] = outcomes.filter((outcome) => parts.has(outcome));
  for (const other of others) {
    const own = assertDefined(parts.get(other), "the case has this part");
    const earlier = assertDefined(parts.get(first ?? ""), "the case has this part");
    const message = `the case can't be ${first} and ${other}: delete this file or ${basename(earlier)}`;
    faults.push({ file: own, line: 1, message });
  }
  return faults;
}

function notATest(file: string): FileFault {
  const message =
    "not the name of a test: NAME.create.yaml, NAME.update.yaml with NAME.update.old.yaml, NAME.status.yaml with NAME.status.old.yaml, NAME.delete.yaml, or NAME.convert.yaml; beside it .request.yaml, .allowed.yaml, .denied.txt, .deleted.txt of a deletion, .warned.txt, or .VERSION.yaml of a conversion; lookups.yaml. Rename it, or move it out of tests";
  return { file, line: 1, message };
}
