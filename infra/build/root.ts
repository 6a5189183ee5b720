import { fileURLToPath } from "node:url";

/** The absolute path of a file or folder of this repository, given its path in the repository. */
export function pathOf(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
