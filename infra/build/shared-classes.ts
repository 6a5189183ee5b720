import { basename, resolve } from "node:path";
import type { Plugin, StdinOptions } from "esbuild";
import { pathOf } from "./root.ts";

/**
 * Modules whose classes are told apart by `instanceof`, by the name that a function's bundle exports them under: a part that
 * is loaded beside it must not bring its own.
 */
const shared = {
  value: "lib/json/value.ts",
  lookup: "lib/cluster/lookup.ts",
} as const;

/** A function's bundle as esbuild's entry: the handler, and what the parts beside it share. */
export function functionEntry(name: string): StdinOptions {
  const lines = [
    `export { handler } from "./functions/${name}.ts";`,
    ...Object.entries(shared).map(([as, path]) => `export * as ${as} from "./${path}";`),
  ];
  return {
    contents: lines.join("\n"),
    resolveDir: pathOf("."),
    sourcefile: `${name}.ts`,
    loader: "ts",
  };
}

/** In a part, the shared modules are those of the bundle that loads it. */
export const sharedFromBundle: Plugin = {
  name: "shared-from-bundle",
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^\.\/index\.cjs$/ }, ({ path }) => ({ path, external: true }));
    for (const [as, file] of Object.entries(shared)) {
      onResolve({ filter: new RegExp(`/${basename(file)}$`) }, ({ path, resolveDir }) =>
        resolve(resolveDir, path) === pathOf(file) ? { path: as, namespace } : undefined,
      );
    }
    onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: `module.exports = require("./index.cjs").${path};`,
      loader: "js",
    }));
  },
};

const namespace = "shared";
