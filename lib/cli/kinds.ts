import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { defineKind, type Kind } from "../admission/kind.ts";
import { yamlText } from "../conversion/yaml-text.ts";
import { UsageError } from "./command.ts";
import { decided, type Undecided } from "./compile/refuse-undecided.ts";
import { isKindFolder, readKindFiles } from "./kind-files.ts";

/** The option that every verb which needs kinds has. */
export const kindsOption = { kinds: { type: "string", multiple: true } } as const;

export const kindsHelp = `  --kinds DIR       a folder of kinds, one folder each with a kind.ts or kind.js, or with crd.yaml and
                    conversion.yaml; may be given again (default: functions/kinds here, else the example kinds)`;

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
  return decided(await loadDrafts(folders), undecided);
}

/**
 * The kinds below the folders that `--kinds` names as they stand: their lenses need not compile. For what says why they
 * do not, never for what converts.
 */
export async function loadDrafts(folders: unknown): Promise<readonly KindInFolder[]> {
  const given = Array.isArray(folders) ? folders.map(String) : [];
  const loaded = (given.length > 0 ? given : [defaultFolder()]).map(loadFolder);
  return (await Promise.all(loaded)).flat();
}

/** The kinds of the project at hand, or the examples that come with the package. */
export function defaultFolder(): string {
  const own = resolve("functions/kinds");
  return existsSync(own) ? own : fileURLToPath(new URL("../../functions/kinds", import.meta.url));
}

async function loadFolder(folder: string): Promise<readonly KindInFolder[]> {
  if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}`);
  const kinds = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => kindsIn(join(folder, entry.name)));
  if (kinds.length === 0) {
    throw new UsageError(
      `${folder} has no kind: a kind is a folder with a kind.ts or kind.js, or with crd.yaml and conversion.yaml`,
    );
  }
  return Promise.all(kinds);
}

/** The kind of a folder: what its code exports, else what its YAML files say; none where it has neither. */
function kindsIn(folder: string): readonly (KindInFolder | Promise<KindInFolder>)[] {
  const file = codeOf(folder);
  if (file !== undefined) return [loadKind(resolve(file)).then((kind) => ({ kind, folder }))];
  return isKindFolder(folder) ? [{ kind: kindOfFiles(folder), folder }] : [];
}

/** The code that declares a folder's kind; undefined where its YAML files alone do. */
export function codeOf(folder: string): string | undefined {
  return ["kind.js", "kind.ts"].map((name) => join(folder, name)).find((path) => existsSync(path));
}

/** The kind that a folder's YAML files are, whatever code stands beside them. */
export function kindOfFiles(folder: string): Kind {
  const { crd, samples, lenses = [] } = readKindFiles(folder);
  return defineKind({ crd, samples, lenses, tools: { yaml: yamlText } });
}

async function loadKind(file: string): Promise<Kind> {
  const module: { readonly kind?: Kind } = await import(pathToFileURL(file).href);
  if (module.kind !== undefined) return module.kind;
  throw new UsageError(`${file} exports no kind: write export const kind = defineKind({ … })`);
}
