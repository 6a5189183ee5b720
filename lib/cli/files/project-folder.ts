import { realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";

/**
 * The project folder of a kind: the current folder if the kind is inside it, else the parent of the kind's folder. Files that
 * the kind's conversion names must be in the project folder.
 */
export function projectFolderOf(kindFolder: string): string {
  return isInCurrentFolder(kindFolder) ? realPath(".") : realPath(dirname(resolve(kindFolder)));
}

/** True if a folder, with its links resolved, is the current folder or inside it. */
export function isInCurrentFolder(folder: string): boolean {
  return isInside(realPath(folder), realPath("."));
}

/** True if `path` is `folder` or inside it. Both must have their links resolved. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The absolute path with its links resolved; if it does not exist, only the absolute path. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
