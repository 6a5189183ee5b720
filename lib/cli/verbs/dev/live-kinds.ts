import { resolve } from "node:path";
import { IncompleteRegistry } from "../../../converter/convertible-kind.ts";
import type { Kind } from "../../../kind/kind.ts";
import { errorText } from "../../../request/log.ts";
import { UsageError } from "../../command.ts";
import { isInside } from "../../files/project-folder.ts";
import { isFolder, systemFaultText } from "../../files/read-file.ts";
import { isFolderOfKind, type KindInFolder, kindFoldersIn } from "../../kinds/kinds.ts";
import { withoutRoundParameter } from "./fresh-modules.ts";
import type { KindLoader } from "./kind-loader.ts";

/** A folder whose present state can't be served. */
export interface KindProblem {
  readonly folder: string;
  readonly text: string;
  /** The last state of the kind that could be served, which is still served; undefined if there was none. */
  readonly served: Kind | undefined;
}

/** The result of loading kinds again after an edit. */
export interface ReloadResult {
  /** The kinds to serve, each in its last state without a problem. */
  readonly kinds: readonly KindInFolder[];
  /** The kinds that this edit added or that were loaded again. */
  readonly changed: readonly KindInFolder[];
  /** The kinds whose folders are gone. */
  readonly removed: readonly KindInFolder[];
  /** All present problems, also those of earlier edits. */
  readonly problems: readonly KindProblem[];
  /** The problems that are new or changed, or of a kind that uses an edited file. */
  readonly found: readonly KindProblem[];
}

/** The folders of the kinds, and the functions that load and try them. */
interface LiveKindsOptions {
  /** The folders of `--kinds`: folders of kinds, or the folders of single kinds. */
  readonly roots: readonly string[];
  readonly loader: KindLoader;
  /** Throws IncompleteRegistry if these kinds can't be served together. */
  readonly tryToServe: (kinds: readonly Kind[]) => void;
}

/** Kinds whose files are being edited. Keeps each kind's last state without a problem. */
export class LiveKinds {
  readonly #options: LiveKindsOptions;
  readonly #good = new Map<string, KindInFolder>();
  readonly #problems = new Map<string, string>();

  constructor(options: LiveKindsOptions) {
    this.#options = options;
  }

  /** Loads the kinds again that use one of these files, or that have a problem; with `all`, every kind. Never throws. */
  async reload(files: readonly string[] | "all"): Promise<ReloadResult> {
    const before = new Map(this.#problems);
    const folders = this.#folders();
    const removed = this.#remove();
    const concerned = folders.filter((folder) => this.#concerns(files, folder));
    const changed: KindInFolder[] = [];
    for (const folder of concerned) {
      const found = await this.#load(folder);
      if (found !== undefined) changed.push(found);
    }
    this.#noteEmptied(folders);
    const problems = [...this.#problems].map(([folder, text]) => ({
      folder,
      text,
      served: this.#good.get(folder)?.kind,
    }));
    return {
      kinds: [...this.#good.values()],
      changed,
      removed,
      problems,
      found: problems.filter(
        ({ folder, text }) =>
          before.get(folder) !== text || (files !== "all" && this.#isAbout(files, folder)),
      ),
    };
  }

  /** The folders that are kinds now. If a folder can't be read, the folders with a kind that is served. */
  #folders(): readonly string[] {
    try {
      return this.#options.roots.filter(isFolder).flatMap(kindFoldersIn).filter(isFolderOfKind);
    } catch {
      return [...this.#good.keys()];
    }
  }

  #remove(): readonly KindInFolder[] {
    const removed = [...this.#good.values()].filter(({ folder }) => !isFolder(folder));
    for (const { folder } of removed) this.#good.delete(folder);
    for (const folder of this.#problems.keys()) {
      if (!isFolder(folder)) this.#problems.delete(folder);
    }
    return removed;
  }

  /**
   * True if a change of files concerns a folder. A folder with a problem is loaded again after every change, because
   * the cause may be in any file.
   */
  #concerns(files: readonly string[] | "all", folder: string): boolean {
    if (files === "all" || this.#problems.has(folder) || !this.#good.has(folder)) return true;
    return this.#isAbout(files, folder);
  }

  #isAbout(files: readonly string[], folder: string): boolean {
    const used = this.#options.loader.filesOf(folder);
    return files.some((file) => isInside(file, resolve(folder)) || used.has(file));
  }

  /**
   * Loads the kind of a folder. If it does not compile or can't be served with the others, records the problem and returns
   * undefined.
   */
  async #load(folder: string): Promise<KindInFolder | undefined> {
    try {
      const found = { kind: await this.#options.loader.load(folder), folder };
      const others = [...this.#good.values()].filter((other) => other.folder !== folder);
      this.#options.tryToServe([...others, found].map(({ kind }) => kind));
      this.#good.set(folder, found);
      this.#problems.delete(folder);
      return found;
    } catch (fault) {
      this.#problems.set(folder, problemText(fault));
      return undefined;
    }
  }

  /**
   * Records a problem for each served folder that exists but is no longer a kind. The kind is still served, because an editor
   * may be about to write its files again.
   */
  #noteEmptied(folders: readonly string[]): void {
    for (const folder of [...this.#good.keys(), ...this.#problems.keys()]) {
      if (folders.includes(folder)) continue;
      if (this.#good.has(folder)) this.#problems.set(folder, emptiedText);
      else this.#problems.delete(folder);
    }
  }
}

const emptiedText =
  "the folder is not a kind any more: it has no crd.yaml, kind.ts or kind.js. Remove the folder to stop serving the kind";

/** The text of an error. It has a stack trace only if the cause is neither a file nor the user's input. */
export function problemText(fault: unknown): string {
  const isOfUser = fault instanceof UsageError || fault instanceof IncompleteRegistry;
  return withoutRoundParameter(
    isOfUser ? fault.message : (systemFaultText(fault) ?? errorText(fault)),
  );
}
