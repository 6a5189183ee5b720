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
import { isFolder, namesIn } from "../files/read-file.ts";
import { requireCompiled, type UndecidedPolicy } from "./compile/refuse-undecided.ts";
import { loadHooks } from "./hook-files.ts";
import { isKindFolder, type KindFiles, readKindFiles } from "./kind-files.ts";
import { loadFaultText } from "./load-fault.ts";

/** The option of every verb that needs kinds. */
export const kindsOption = {
  kinds: { type: "string", multiple: true },
  "allow-code": { type: "boolean" },
} as const;

/** The lines of `--help` on {@link kindsOption}. */
export const kindsHelp = `  --kinds DIR       the folder of a kind, with crd.yaml (or crd.yaml.gz), a kind.ts or a kind.js; or a folder of such
                    folders; may be given again (default: kinds)
  --allow-code      run the hooks of kinds outside the current folder`;

/** The setting of `--allow-code`. */
export function allowsCode(options: Readonly<Record<string, unknown>>): boolean {
  return options["allow-code"] === true;
}

/** A kind with the folder that it was read from. */
export interface KindInFolder {
  readonly kind: Kind;
  readonly folder: string;
}

/** The kinds below the folders that `--kinds` names. Throws {@link UsageError} where a lens of one does not compile. */
export async function loadKinds(
  folders: unknown,
  undecided: UndecidedPolicy = "refused",
  mayRunCode = false,
): Promise<readonly Kind[]> {
  return (await loadKindsInFolders(folders, undecided, mayRunCode)).map(({ kind }) => kind);
}

/** Loads kinds as {@link loadKinds} does, each with its own folder. */
export async function loadKindsInFolders(
  folders: unknown,
  undecided: UndecidedPolicy = "refused",
  mayRunCode = false,
): Promise<readonly KindInFolder[]> {
  return requireCompiled(await loadDrafts(folders, mayRunCode), undecided);
}

/**
 * The kinds below the folders that `--kinds` names, whether their lenses compile or not. Only for verbs that report why
 * they do not compile, never for verbs that convert.
 */
export async function loadDrafts(
  folders: unknown,
  mayRunCode = false,
): Promise<readonly KindInFolder[]> {
  const all = kindsFolders(folders).map((folder) => loadFolder(folder, mayRunCode));
  return (await Promise.all(all)).flat();
}

/**
 * The folders that `--kinds` names, else the project's own. Throws {@link UsageError} where neither exists: the example
 * kinds are never a fallback.
 */
export function kindsFolders(folders: unknown): readonly string[] {
  const given = Array.isArray(folders) ? folders.map(String) : [];
  if (given.length > 0) return given;
  const own = resolve(defaultKinds);
  if (existsSync(own)) return [own];
  throw new UsageError(
    `no kinds: there is no folder ${own}, and no --kinds was given. ${firstKindHint}`,
  );
}

/** How to add the first kind of a project. */
const firstKindHint =
  "customhouse new crd.yaml makes a kind from a CustomResourceDefinition; --kinds DIR names the folder of a kind, or one that holds kinds";

/** Where a project has its kinds, from its own folder. */
export const defaultKinds = "kinds";

/** The folder of the example kinds that the package contains. */
export function exampleKindsFolder(): string {
  return fileURLToPath(new URL("../../../examples/kinds", import.meta.url));
}

async function loadFolder(folder: string, mayRunCode: boolean): Promise<readonly KindInFolder[]> {
  const kinds = kindFoldersIn(folder).flatMap((each) => kindsIn(each, mayRunCode));
  if (kinds.length > 0) return Promise.all(kinds);
  throw new UsageError(
    `${folder} has no kind: a kind is a folder with crd.yaml, a kind.ts or a kind.js. ${firstKindHint}`,
  );
}

/** A kind's own folder, else the folders in a folder, links to folders among them. Throws {@link UsageError}. */
export function kindFoldersIn(folder: string): readonly string[] {
  const names = namesIn(folder);
  if (isKind(folder)) return [folder];
  return names.map((name) => join(folder, name)).filter(isFolder);
}

/** The kind of a folder: what its code exports, else what its YAML files declare; empty where it has neither. */
function kindsIn(
  folder: string,
  mayRunCode: boolean,
): readonly (KindInFolder | Promise<KindInFolder>)[] {
  const file = codeFile(folder);
  const unused = join(folder, "admission.yaml");
  if (file !== undefined && existsSync(unused)) {
    throw new UsageError(
      `${unused} is for kinds without code, and ${file} declares this one: write its rules there, or remove ${file}`,
    );
  }
  if (file !== undefined) return [loadKind(resolve(file)).then((kind) => ({ kind, folder }))];
  return isKindFolder(folder) ? [{ kind: kindFromFiles(folder, mayRunCode), folder }] : [];
}

/** Whether a folder is a kind's own: it has code that declares one, or a CustomResourceDefinition. */
export function isKind(folder: string): boolean {
  return codeFile(folder) !== undefined || isKindFolder(folder);
}

/** The code that declares a folder's kind; undefined where only its YAML files do. */
export function codeFile(folder: string): string | undefined {
  return ["kind.js", "kind.ts"].map((name) => join(folder, name)).find((path) => existsSync(path));
}

/** The kind that a folder's YAML files declare, whether the folder has code or not. */
export function kindFromFiles(folder: string, mayRunCode = false): Kind {
  const files = readKindFiles(folder);
  return declaredKind(files, loadHooks(files.lenses ?? [], folder, mayRunCode));
}

/** The kind that YAML files declare, with the code of their hooks. */
export function declaredKind(files: KindFiles, hooks: HookCodes): Kind {
  const { crd, samples, lenses = [], gone, conversionGuard = false, oldStash, admission } = files;
  const tools = { yaml: yamlText };
  const kind = defineKind({
    ...{ crd, samples, lenses, gone, hooks, conversionGuard, tools },
    ...(admission !== undefined && { admission: declaredAdmission(crd, admission) }),
  });
  return oldStash === undefined ? kind : withOldStash(kind, oldStash);
}

/** False for a kind that `defineKind` did not make: untyped code may export anything. */
function isDefined(kind: Kind): boolean {
  return isObject(kind) && ["crd", "edges", "lenses"].every((name) => name in kind);
}

/** The kind that a file of code exports. Throws {@link UsageError} where it can't be loaded or exports none. */
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
