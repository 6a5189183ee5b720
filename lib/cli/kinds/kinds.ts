import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { prepareValidation } from "../../crd/validator/prepare-validation.ts";
import { defineKind, type Kind } from "../../kind/kind.ts";
import { yamlText } from "../../lens/ops/text/yaml-text.ts";
import { UsageError } from "../command.ts";
import { isFolder, namesIn } from "../files/read-file.ts";
import { requireCompiled, type Undecided } from "./compile/refuse-undecided.ts";
import { isKindFolder, readKindFiles } from "./kind-files.ts";

/** The option of every verb that needs kinds. */
export const kindsOption = { kinds: { type: "string", multiple: true } } as const;

export const kindsHelp = `  --kinds DIR       a folder of kinds, one folder each with a kind.ts or kind.js, or with crd.yaml and
                    conversion.yaml; may be given again (default: functions/kinds)`;

/** A kind with the folder that it was read from. */
export interface KindInFolder {
  readonly kind: Kind;
  readonly folder: string;
}

/** The kinds below the folders that `--kinds` names. Throws {@link UsageError} where a lens of one does not compile. */
export async function loadKinds(
  folders: unknown,
  undecided: Undecided = "refused",
): Promise<readonly Kind[]> {
  return (await loadKindsInFolders(folders, undecided)).map(({ kind }) => kind);
}

/** As {@link loadKinds}, each kind with its own folder. */
export async function loadKindsInFolders(
  folders: unknown,
  undecided: Undecided = "refused",
): Promise<readonly KindInFolder[]> {
  return requireCompiled(await loadDrafts(folders), undecided);
}

/**
 * The kinds below the folders that `--kinds` names, whether their lenses compile or not. Only for verbs that report why
 * they do not compile, never for verbs that convert.
 */
export async function loadDrafts(folders: unknown): Promise<readonly KindInFolder[]> {
  const loaded = (await Promise.all(kindsFolders(folders).map(loadFolder))).flat();
  // Verbs that convert must validate preserved values as the functions do.
  for (const { kind } of loaded) {
    for (const { schema } of kind.crd.versions) await prepareValidation(schema);
  }
  return loaded;
}

/**
 * The folders that `--kinds` names, else the project's own. Throws {@link UsageError} where neither exists: the example
 * kinds are never a fallback.
 */
export function kindsFolders(folders: unknown): readonly string[] {
  const given = Array.isArray(folders) ? folders.map(String) : [];
  if (given.length > 0) return given;
  const own = resolve("functions/kinds");
  if (existsSync(own)) return [own];
  throw new UsageError(
    `no kinds: there is no folder ${own}, and no --kinds was given. ${firstKindHint}`,
  );
}

/** How to add the first kind of a project. */
const firstKindHint =
  "customhouse new crd.yaml makes a kind from a CustomResourceDefinition; --kinds DIR names a folder that holds kinds";

/** The folder of the example kinds that the package contains. */
export function exampleKindsFolder(): string {
  return fileURLToPath(new URL("../../../functions/kinds", import.meta.url));
}

async function loadFolder(folder: string): Promise<readonly KindInFolder[]> {
  const kinds = kindFoldersIn(folder).flatMap(kindsIn);
  if (kinds.length > 0) return Promise.all(kinds);
  if (kindsIn(folder).length > 0) {
    throw new UsageError(
      `${folder} is itself a kind, and --kinds takes its parent folder: --kinds ${dirname(folder)}`,
    );
  }
  throw new UsageError(
    `${folder} has no kind: a kind is a folder with a kind.ts or kind.js, or with crd.yaml and conversion.yaml. ${firstKindHint}`,
  );
}

/** The folders in a folder, links to folders among them. Throws {@link UsageError}. */
export function kindFoldersIn(folder: string): readonly string[] {
  return namesIn(folder)
    .map((name) => join(folder, name))
    .filter(isFolder);
}

/** The kind of a folder: what its code exports, else what its YAML files declare; empty where it has neither. */
function kindsIn(folder: string): readonly (KindInFolder | Promise<KindInFolder>)[] {
  const file = codeFile(folder);
  if (file !== undefined) return [loadKind(resolve(file)).then((kind) => ({ kind, folder }))];
  return isKindFolder(folder) ? [{ kind: kindFromFiles(folder), folder }] : [];
}

/** The code that declares a folder's kind; undefined where only its YAML files do. */
export function codeFile(folder: string): string | undefined {
  return ["kind.js", "kind.ts"].map((name) => join(folder, name)).find((path) => existsSync(path));
}

/** The kind that a folder's YAML files declare, whether the folder has code or not. */
export function kindFromFiles(folder: string): Kind {
  const { crd, samples, lenses = [], conversionGuard = false } = readKindFiles(folder);
  return defineKind({ crd, samples, lenses, conversionGuard, tools: { yaml: yamlText } });
}

/** The error of an author's own code and its position in it; never the whole stack. */
function loadFaultText(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  const isScript = /import statement outside a module|Unexpected token 'export'/.test(
    fault.message,
  );
  const hint = isScript ? '; its package.json needs "type": "module"' : "";
  const [, place] = /file:\/\/(\/[^\s()]+?:\d+(?::\d+)?)\)?$/m.exec(fault.stack ?? "") ?? [];
  return `${fault.name}: ${fault.message}${hint}${place === undefined ? "" : ` (${place})`}`;
}

async function loadKind(file: string): Promise<Kind> {
  const module: { readonly kind?: Kind } = await import(pathToFileURL(file).href).catch((cause) => {
    throw new UsageError(`${file} can't be loaded: ${loadFaultText(cause)}`, { cause });
  });
  if (module.kind !== undefined) return module.kind;
  throw new UsageError(
    `${file} does not export a kind: write export const kind = defineKind({ … })`,
  );
}
