import { fileURLToPath } from "node:url";

/** The extension of the library's modules: `.ts` in a checkout, `.js` in the npm package. */
export const moduleExtension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";

/** The folder that holds `lib` and `functions`: the checkout, or `dist` of the npm package. */
export const libraryFolder = fileURLToPath(new URL("../../..", import.meta.url));

/** The file of a library module. `module` is its path in a checkout, without `.ts`: `lib/json/value`. */
export function libraryFile(module: string): string {
  return `${libraryFolder}${module}${moduleExtension}`;
}
