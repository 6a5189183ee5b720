import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { declaredAdmission } from "../../admission/declared/declared-admission.ts";
import { isObject } from "../../json/value.ts";
import type { HookCodes } from "../../kind/hook-codes.ts";
import { defineKind, type Kind } from "../../kind/kind.ts";
import { withOldStash } from "../../kind/old-stash.ts";
import { orderedExamples } from "../../lens/language/example.ts";
import { yamlText } from "../../lens/ops/text/yaml-text.ts";
import { UsageError } from "../command.ts";
import { isFolder, namesInFolder } from "../files/read-file.ts";
import { requireCompiled, type UndecidedPolicy } from "./compile/refuse-undecided.ts";
import { loadHooks } from "./hook-files.ts";
import { isKindFolder, type KindFiles, readKindFiles } from "./kind-files.ts";
import { loadFaultText } from "./load-fault.ts";
import { refuseMisnamedFiles } from "./misnamed-files.ts";

/** The options of every verb that loads kinds. */
export const kindsOption = {
  kinds: { type: "string", multiple: true },
  "allow-code": { type: "boolean" },
} as const;

/** The help of {@link kindsOption}. */
export const kindsHelp = `  --kinds DIR       the folder of a kind, with a crd.yaml, crd.yaml.gz, kind.ts or kind.js; or a folder of such
                    folders; may be given again (default: kinds)
  --allow-code      run the hooks of kinds outside the current folder`;

/** True if `--allow-code` was given: hooks of kinds outside the current folder may run. */
export function allowsCode(options: Readonly<Record<string, unknown>>): boolean {
  return options["allow-code"] === true;
}

/** A kind with the folder that it was read from. */
export interface KindInFolder {
  readonly kind: Kind;
  readonly folder: string;
}

/**
 * The kinds in the folders of `--kinds`. Throws {@link UsageError} if there are none, and if a lens does not compile and
 * `undecided` refuses it.
 */
export async function loadKinds(
  folders: unknown,
  undecided: UndecidedPolicy = "refused",
  mayRunCode = false,
): Promise<readonly Kind[]> {
  return (await loadKindsInFolders(folders, undecided, mayRunCode)).map(({ kind }) => kind);
}

/** Loads kinds as {@link loadKinds} does, and returns each with its folder. */
export async function loadKindsInFolders(
  folders: unknown,
  undecided: UndecidedPolicy = "refused",
  mayRunCode = false,
): Promise<readonly KindInFolder[]> {
  return requireCompiled(await loadDrafts(folders, mayRunCode), undecided);
}

/**
 * The kinds in the folders of `--kinds`, whether their lenses compile or not. Only for verbs that report compiler errors, never
 * for verbs that convert.
 */
export async function loadDrafts(
  folders: unknown,
  mayRunCode = false,
): Promise<readonly KindInFolder[]> {
  const all = kindsFolders(folders).map((folder) => loadFolder(folder, mayRunCode));
  return (await Promise.all(all)).flat();
}

/**
 * The folders of `--kinds`; without the option, the folder `kinds` of the project. Throws {@link UsageError} if that folder does
 * not exist.
 */
export function kindsFolders(folders: unknown): readonly string[] {
  const given = Array.isArray(folders) ? folders.map(String) : [];
  if (given.length > 0) return given;
  const own = resolve(defaultKinds);
  if (existsSync(own)) return [own];
  throw new UsageError(
    `no kinds: there is no folder ${own}, and --kinds was not given. ${firstKindHint}`,
  );
}

/** How to add the first kind of a project. */
const firstKindHint =
  "Create a kind with customhouse new --crd crd.yaml, or name the folder of a kind, or a folder of such folders, with --kinds DIR";

/** The default folder of a project's kinds, relative to the project's folder. */
export const defaultKinds = "kinds";

/** The folder of the example kinds that the package contains. */
export function exampleKindsFolder(): string {
  return fileURLToPath(new URL("../../../examples/kinds", import.meta.url));
}

async function loadFolder(folder: string, mayRunCode: boolean): Promise<readonly KindInFolder[]> {
  const folders = kindFoldersIn(folder);
  const kinds = folders.flatMap((each) => kindsIn(each, mayRunCode));
  if (kinds.length > 0) return Promise.all(kinds);
  refuseMisnamedFiles([folder, ...folders]);
  throw new UsageError(
    `${folder} has no kind: a kind is a folder with a crd.yaml, crd.yaml.gz, kind.ts or kind.js. ${firstKindHint}`,
  );
}

/**
 * The folder itself if it is a kind, else all folders in it, also links to folders. Throws {@link UsageError} if the folder
 * can't be read.
 */
export function kindFoldersIn(folder: string): readonly string[] {
  const names = namesInFolder(folder);
  if (isFolderOfKind(folder)) return [folder];
  return names.map((name) => join(folder, name)).filter(isFolder);
}

/** The kind of a folder: the one that its code exports, else the one that its YAML files declare; empty if it has neither. */
function kindsIn(
  folder: string,
  mayRunCode: boolean,
): readonly (KindInFolder | Promise<KindInFolder>)[] {
  const file = codeFile(folder);
  const unused = join(folder, "admission.yaml");
  if (file !== undefined && existsSync(unused)) {
    throw new UsageError(
      `${unused} is not read, because ${file} declares this kind: move its rules to ${file}, or remove ${file}`,
    );
  }
  if (file !== undefined) return [loadKind(resolve(file)).then((kind) => ({ kind, folder }))];
  return isKindFolder(folder) ? [{ kind: kindFromFiles(folder, mayRunCode), folder }] : [];
}

/** True for a folder that is a kind: it has a kind.ts, a kind.js or a CustomResourceDefinition. */
export function isFolderOfKind(folder: string): boolean {
  return codeFile(folder) !== undefined || isKindFolder(folder);
}

/** The path of `kind.js` or `kind.ts` in a kind's folder; undefined if it has neither. */
export function codeFile(folder: string): string | undefined {
  return ["kind.js", "kind.ts"].map((name) => join(folder, name)).find((path) => existsSync(path));
}

/** The kind that a folder's YAML files declare. A kind.ts or kind.js is ignored. */
export function kindFromFiles(folder: string, mayRunCode = false): Kind {
  const files = readKindFiles(folder);
  return declaredKind(files, loadHooks(files.lenses ?? [], folder, mayRunCode));
}

/** Declares a kind from the contents of its YAML files and the code of its hooks. */
export function declaredKind(files: KindFiles, hooks: HookCodes): Kind {
  const { crd, samples, lenses = [], gone, conversionGuard = false, oldStash, admission } = files;
  const tools = { yaml: yamlText };
  const kind = defineKind({
    ...{ crd, samples, lenses, gone, hooks, conversionGuard, tools },
    ...(admission !== undefined && { admission: declaredAdmission(crd, admission) }),
  });
  return oldStash === undefined ? kind : withOldStash(kind, oldStash);
}

/** True for a kind that `defineKind` returned. A user's untyped code may export any other value as `kind`. */
function isDefined(kind: Kind): boolean {
  return isObject(kind) && ["crd", "edges", "lenses"].every((name) => name in kind);
}

/** The kind that a kind.ts or kind.js exports. Throws {@link UsageError} if it can't be loaded or does not export one. */
export async function loadKind(file: string): Promise<Kind> {
  const module: { readonly kind?: Kind } = await import(pathToFileURL(file).href).catch((cause) => {
    throw new UsageError(`${file} can't be loaded: ${loadFaultText(cause, file)}`, { cause });
  });
  if (module.kind !== undefined && isDefined(module.kind)) {
    checkExamples(module.kind, file);
    return module.kind;
  }
  throw new UsageError(
    `${file} does not export a kind: write export const kind = defineKind({ … })`,
  );
}

function checkExamples(kind: Kind, file: string): void {
  try {
    orderedExamples(kind);
  } catch (cause) {
    throw new UsageError(`${file} can't be loaded: ${loadFaultText(cause, file)}`, { cause });
  }
}
