import { type BigIntStats, type FSWatcher, statSync, watch } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { namesIn } from "../../files/read-file.ts";

/** What was saved. */
interface FileChange {
  /** The files that were changed, added or removed. */
  readonly files: readonly string[];
  /** When it was noticed, by `performance.now()`. */
  readonly at: number;
}

/** Watches files until it is closed. */
export interface WatchedFiles {
  /** Waits for the first change and returns what changed since the last call. Undefined after `close`. */
  readonly next: () => Promise<FileChange | undefined>;
  /** Records these files as they are now, so that the caller's own writes are not reported as changes. */
  readonly accept: (files: readonly string[]) => void;
  readonly close: () => void;
}

/** The folders, with all that is below them, and the single files to watch. Called again at each search for changes. */
interface WatchedPlaces {
  readonly folders: () => readonly string[];
  readonly files: () => readonly string[];
}

/** How long nothing may change before a change is reported, in ms: a save is several events. */
const quietMs = 15;

/** Where the system reports no events (mounted and network file systems), changes are found this often, in ms. */
const pollMs = 1_000;

/** Names of files that a kind can consist of. Other files, such as temporary files of editors, are not watched. */
const watchedNames = /^[^.].*\.(?:ya?ml|json|gz|[cm]?[jt]s)$/;

/** The depth down to which folders are watched: links may lead in a circle. */
const maxDepth = 12;

/**
 * Watches files by their size, times and identity; events of the system only say when to look. An editor may write a file in
 * place or replace it by another.
 */
export function watchedFiles(places: WatchedPlaces): WatchedFiles {
  const watchers = new Map<string, FSWatcher>();
  let waiting: ((change: FileChange | undefined) => void) | undefined;
  let firstEvent: number | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let seen = snapshot(places);
  const report = (): void => {
    if (waiting === undefined) return;
    const now = snapshot(places);
    const changed = differences(seen.files, now.files);
    seen = now;
    watchFolders();
    if (changed.length > 0) {
      waiting({ files: changed, at: firstEvent ?? performance.now() });
      waiting = undefined;
    }
    firstEvent = undefined;
  };
  const lookSoon = (): void => {
    firstEvent ??= performance.now();
    clearTimeout(timer);
    timer = setTimeout(report, quietMs);
  };
  const watchFolders = (): void => {
    for (const [folder, watcher] of watchers) {
      if (seen.folders.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of seen.folders) {
      if (watchers.has(folder)) continue;
      const watcher = watcherOf(folder, lookSoon);
      if (watcher !== undefined) watchers.set(folder, watcher);
    }
  };
  watchFolders();
  const poll = setInterval(report, pollMs);
  return {
    next: () =>
      new Promise((resolveNext) => {
        waiting = resolveNext;
        if (isClosed) resolveNext(undefined);
        else lookSoon();
      }),
    accept: (files) => {
      for (const file of files.map((each) => resolve(each))) {
        const stamp = stampOf(file);
        if (stamp === undefined) seen.files.delete(file);
        else seen.files.set(file, stamp);
      }
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(poll);
      for (const watcher of watchers.values()) watcher.close();
      waiting?.(undefined);
    },
  };
}

/** A folder's watcher; undefined if the system has none for it: changes are then found every {@link pollMs}. */
function watcherOf(folder: string, onEvent: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, onEvent);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}

interface Snapshot {
  readonly folders: ReadonlySet<string>;
  /** Size, times and identity of each file as one text, by path. */
  readonly files: Map<string, string>;
}

function snapshot({ folders, files }: WatchedPlaces): Snapshot {
  const found = { folders: new Set<string>(), files: new Map<string, string>() };
  for (const folder of folders()) collect(resolve(folder), found, 0);
  for (const file of files()) {
    const stamp = stampOf(file);
    if (stamp !== undefined) found.files.set(resolve(file), stamp);
    found.folders.add(dirname(resolve(file)));
  }
  return found;
}

function collect(
  folder: string,
  found: { readonly folders: Set<string>; readonly files: Map<string, string> },
  depth: number,
): void {
  found.folders.add(folder);
  for (const name of namesOf(folder)) {
    if (name.startsWith(".") || name === "node_modules") continue;
    const path = join(folder, name);
    const stats = statsOf(path);
    if (stats?.isDirectory() === true && depth < maxDepth) collect(path, found, depth + 1);
    else if (stats?.isFile() === true && watchedNames.test(name))
      found.files.set(path, stampText(stats));
  }
}

/** The names in a folder; empty if it is gone or can't be read, which loading its kinds reports. */
function namesOf(folder: string): readonly string[] {
  try {
    return namesIn(folder);
  } catch {
    return [];
  }
}

function stampOf(file: string): string | undefined {
  const stats = statsOf(file);
  return stats && stampText(stats);
}

function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

function stampText({ mtimeNs, ctimeNs, size, ino }: BigIntStats): string {
  return [mtimeNs, ctimeNs, size, ino].join(" ");
}

function differences(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): readonly string[] {
  const names = new Set([...before.keys(), ...now.keys()]);
  return [...names].filter((name) => before.get(name) !== now.get(name)).sort();
}
