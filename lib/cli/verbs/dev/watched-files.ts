import { type BigIntStats, type FSWatcher, statSync, watch } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { namesInFolder } from "../../files/read-file.ts";

interface FileChange {
  /** The files that were changed, added or removed. */
  readonly files: readonly string[];
  /** The time of the first event, by `performance.now()`. */
  readonly at: number;
}

/** Watches files until it is closed. */
export interface WatchedFiles {
  /** Waits until files have changed since the last call, and returns them. Undefined after `close`. */
  readonly next: () => Promise<FileChange | undefined>;
  /** Records these files as they are now, so that the caller's own writes are not reported as changes. */
  readonly accept: (files: readonly string[]) => void;
  readonly close: () => void;
}

/** The folders (with their subfolders) and the single files to watch. Both functions are called at each search for changes. */
interface WatchedPlaces {
  readonly folders: () => readonly string[];
  readonly files: () => readonly string[];
}

/**
 * Changes are reported this long after the last event, in ms, because one save causes several events. The number is a choice:
 * the events of a save follow each other closely, and nobody notices so short a delay.
 */
const quietMs = 15;

/**
 * The interval of searches for changes, in ms, for file systems without events (mounted and network file systems). The number
 * is a choice: soon enough after a save, and each search reads the state of all files.
 */
const pollMs = 1_000;

/** Names of files that a kind can consist of. Other files, such as temporary files of editors, are not watched. */
const watchedNames = /^[^.].*\.(?:ya?ml|json|gz|[cm]?[jt]s)$/;

/**
 * The depth to which subfolders are watched, because symbolic links may form a cycle. The number is a choice: the folders of
 * kinds are far less deep.
 */
const maxDepth = 12;

/**
 * Watches files. Events of the file system only start a search; a file counts as changed if its size, times or inode differ.
 * This also finds a file that an editor replaced instead of writing it in place.
 */
export function watchedFiles(places: WatchedPlaces): WatchedFiles {
  const watchers = new Map<string, FSWatcher>();
  let waiting: ((change: FileChange | undefined) => void) | undefined;
  let firstEvent: number | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let seen = snapshotOf(places);
  const report = (): void => {
    if (waiting === undefined) return;
    const now = snapshotOf(places);
    const changed = changedFiles(seen.files, now.files);
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

/** Watches a folder for events; undefined if the system can't. Changes are then found within {@link pollMs}. */
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
  /** A text with size, times and inode of each file, by path. */
  readonly files: Map<string, string>;
}

function snapshotOf({ folders, files }: WatchedPlaces): Snapshot {
  const found = { folders: new Set<string>(), files: new Map<string, string>() };
  for (const folder of folders()) collectFiles(resolve(folder), found, 0);
  for (const file of files()) {
    const stamp = stampOf(file);
    if (stamp !== undefined) found.files.set(resolve(file), stamp);
    found.folders.add(dirname(resolve(file)));
  }
  return found;
}

function collectFiles(
  folder: string,
  found: { readonly folders: Set<string>; readonly files: Map<string, string> },
  depth: number,
): void {
  found.folders.add(folder);
  for (const name of fileNames(folder)) {
    if (name.startsWith(".") || name === "node_modules") continue;
    const path = join(folder, name);
    const stats = statsOf(path);
    if (stats?.isDirectory() === true && depth < maxDepth) collectFiles(path, found, depth + 1);
    else if (stats?.isFile() === true && watchedNames.test(name))
      found.files.set(path, stampText(stats));
  }
}

/** The names in a folder; empty if it is gone or can't be read. Loading the kinds reports that. */
function fileNames(folder: string): readonly string[] {
  try {
    return namesInFolder(folder);
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

function changedFiles(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): readonly string[] {
  const names = new Set([...before.keys(), ...now.keys()]);
  return [...names].filter((name) => before.get(name) !== now.get(name)).sort();
}
