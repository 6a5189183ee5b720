import { relative } from "node:path";

/** A path relative to the current folder, where it is below it. */
export function pathFromWorkingFolder(path: string): string {
  const short = relative(".", path);
  return short.startsWith("..") || short === "" ? path : short;
}
