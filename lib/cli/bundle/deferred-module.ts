import { basename } from "node:path";
import type { Plugin } from "esbuild";
import { exportsOf } from "./exports-of.ts";
import { libraryFile } from "./library-path.ts";

/**
 * An esbuild plugin for a function's main file. In place of a module, the file gets functions with the names of the module's
 * exports, which load the part that contains the module when one of them is first called. Loading is synchronous, so callers
 * import the module like any other. Throws a TypeError at the build if an export is not a function.
 */
export function deferredModule(part: string, module: string): Plugin {
  const file = libraryFile(module);
  const partFile = `./${part}.cjs`;
  return {
    name: `deferred-${part}`,
    setup: ({ onLoad, onResolve }) => {
      onResolve({ filter: new RegExp(`^\\./${part}\\.cjs$`) }, ({ path }) => ({
        path,
        external: true,
      }));
      onLoad({ filter: new RegExp(`/${basename(file)}$`) }, async ({ path }) =>
        path === file ? { contents: await loadingCode(module, partFile), loader: "js" } : undefined,
      );
    },
  };
}

async function loadingCode(module: string, partFile: string): Promise<string> {
  const lines = Object.entries(await exportsOf(module)).map(([name, value]) => {
    if (typeof value !== "function") {
      throw new TypeError(`${module} exports ${name}, which is not a function`);
    }
    return `export const ${name} = (...values) => require("${partFile}").${name}(...values);`;
  });
  return lines.join("\n");
}
