import { realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";

/**
 * The project folder of a kind: the current folder for a kind inside it, else the folder that holds the kind. Files that
 * its conversion names must be in there.
 */
export function projectFolderOf(kindFolder: string): string {
  return isInCurrentFolder(kindFolder) ? realPath(".") : realPath(dirname(resolve(kindFolder)));
}

/** True for a folder inside the current one, links resolved. */
export function isInCurrentFolder(folder: string): boolean {
  return isInside(realPath(folder), realPath("."));
}

/** True for a path that is a folder or inside it. Both must have their links resolved. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** A path with its links resolved; a path that does not exist stays as it is, but absolute. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
