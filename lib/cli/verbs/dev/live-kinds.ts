import { resolve } from "node:path";
import { IncompleteRegistry } from "../../../converter/convertible-kind.ts";
import type { Kind } from "../../../kind/kind.ts";
import { errorText } from "../../../request/log.ts";
import { UsageError } from "../../command.ts";
import { isInside } from "../../files/project-folder.ts";
import { isFolder, systemFaultText } from "../../files/read-file.ts";
import { isKind, type KindInFolder, kindFoldersIn } from "../../kinds/kinds.ts";
import { withoutRound } from "./fresh-modules.ts";
import type { KindLoader } from "./kind-loader.ts";

/** A folder that can't be served as it is. */
export interface KindProblem {
  readonly folder: string;
  readonly text: string;
  /** The last state of the kind that could be served, which is still served; undefined if there was none. */
  readonly served: Kind | undefined;
}

/** What an edit led to. */
export interface ReloadResult {
  /** The kinds to serve, each in its last state without a problem. */
  readonly kinds: readonly KindInFolder[];
  /** The kinds that are new or loaded anew. */
  readonly changed: readonly KindInFolder[];
  /** The kinds whose folders are gone. */
  readonly removed: readonly KindInFolder[];
  /** All problems that there are now. */
  readonly problems: readonly KindProblem[];
  /** The problems that this edit brought. */
  readonly found: readonly KindProblem[];
}

/** Where the kinds are, and how they are loaded. */
interface LiveKindsOptions {
  /** The folders that `kindsFolders` returns. */
  readonly roots: readonly string[];
  readonly loader: KindLoader;
  /** Throws IncompleteRegistry where these kinds can't be served together. */
  readonly tryToServe: (kinds: readonly Kind[]) => void;
}

/** Kinds while their files are edited. Of each kind the last state without a problem is kept. */
export class LiveKinds {
  readonly #options: LiveKindsOptions;
  readonly #good = new Map<string, KindInFolder>();
  readonly #problems = new Map<string, string>();

  constructor(options: LiveKindsOptions) {
    this.#options = options;
  }

  /** Loads the kinds again that a change of these files concerns; `all` loads every kind. Never throws. */
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

  /** The folders of kinds as they are now; those that are known where a folder can't be read. */
  #folders(): readonly string[] {
    try {
      return this.#options.roots.filter(isFolder).flatMap(kindFoldersIn).filter(isKind);
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

  /** The kind of a folder, if it compiles and can be served with all others; else its problem is noted. */
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
   * Notes a problem for each known folder that is no longer a kind, because an editor may be about to write its files
   * again.
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

/** The text of a fault, with a stack only if it is neither a fault of files nor of the user's input. */
export function problemText(fault: unknown): string {
  const isOfUser = fault instanceof UsageError || fault instanceof IncompleteRegistry;
  return withoutRound(isOfUser ? fault.message : (systemFaultText(fault) ?? errorText(fault)));
}
