import { existsSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../../../hosts/local/atomic-file.ts";
import type { Kind } from "../../../kind/kind.ts";
import { readText, recordReads } from "../../files/read-file.ts";
import { requireCompiled } from "../../kinds/compile/refuse-undecided.ts";
import { generatedCode } from "../../kinds/generated-files.ts";
import { importHooks } from "../../kinds/hook-files.ts";
import { crdFile, type KindFiles, readKindFiles } from "../../kinds/kind-files.ts";
import { codeFile, declaredKind, loadKind } from "../../kinds/kinds.ts";
import type { FreshModules } from "./fresh-modules.ts";

/** Loads kinds from the present files of their folders. */
export interface KindLoader {
  /**
   * Loads the kind of a folder, and writes its `generated.ts` if that is stale. Throws for faults of its files or code and for
   * lenses that do not compile. A kind whose YAML has such a fault gets no new `generated.ts`.
   */
  readonly load: (folder: string) => Promise<Kind>;
  /** The files that the last load of a folder read or looked for, in the folder and elsewhere. */
  readonly filesOf: (folder: string) => ReadonlySet<string>;
  /** The files of {@link filesOf} for all folders. */
  readonly files: () => readonly string[];
}

/** The modules to load code with, whether hooks outside the current folder may run, and a callback for files that are written. */
interface LoaderOptions {
  readonly modules: FreshModules;
  readonly mayRunCode: boolean;
  readonly wrote: (file: string) => void;
}

/** A loader that reads all files again each time. Calls of `load` must not overlap. */
export function kindLoader(options: LoaderOptions): KindLoader {
  const used = new Map<string, ReadonlySet<string>>();
  return {
    filesOf: (folder) => used.get(folder) ?? new Set(),
    files: () => [...used.values()].flatMap((files) => [...files]),
    load: async (folder) => {
      const files = new Set<string>();
      used.set(folder, files);
      options.modules.forget(files);
      const hasCrd = crdFile(folder) !== undefined;
      const read = hasCrd ? recordReads(files, () => readKindFiles(folder)) : undefined;
      const declared = read && (await kindOfFiles(folder, read, options));
      const code = codeFile(folder);
      if (code === undefined && declared !== undefined) return declared;
      return compiledKind(await loadKind(code ?? join(folder, "kind.ts")), folder, false);
    },
  };
}

/** The kind that a folder's YAML files declare. Throws if it does not compile. Otherwise updates a stale `generated.ts`. */
async function kindOfFiles(
  folder: string,
  read: KindFiles,
  { mayRunCode, wrote }: LoaderOptions,
): Promise<Kind> {
  const hasCode = codeFile(folder) !== undefined;
  const hooks = await importHooks(read.lenses ?? [], folder, mayRunCode);
  const kind = compiledKind(declaredKind(read, hooks), folder, hasCode);
  const file = join(folder, "generated.ts");
  // Only code imports generated.ts. Without code, a file that exists is updated, but none is created.
  if (!hasCode && !existsSync(file)) return kind;
  const text = generatedCode(folder, read);
  if (existsSync(file) && readText(file) === text) return kind;
  await replaceFile(file, text, 0o644);
  wrote(file);
  return kind;
}

function compiledKind(kind: Kind, folder: string, isPartial: boolean): Kind {
  requireCompiled([{ kind, folder, isPartial }], "refused");
  return kind;
}
