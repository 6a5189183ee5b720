import { relative } from "node:path";

/** A path relative to the current folder if it is below it; else the path unchanged. */
export function pathFromWorkingFolder(path: string): string {
  const short = relative(".", path);
  return short.startsWith("..") || short === "" ? path : short;
}
