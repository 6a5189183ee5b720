import { fileURLToPath } from "node:url";

/** `.ts` in a checkout, `.js` in the npm package. */
export const moduleExtension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";

/** The folder that holds `lib` and `functions`: the checkout, or `dist` of the npm package. */
export const libraryFolder = fileURLToPath(new URL("../../..", import.meta.url));

/** The file of a module of the library, named as in a checkout but without `.ts`: `lib/json/value`. */
export function libraryFile(module: string): string {
  return `${libraryFolder}${module}${moduleExtension}`;
}
