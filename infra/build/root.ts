import { fileURLToPath } from "node:url";

/** A path of the project, from any working folder. */
export function pathOf(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
