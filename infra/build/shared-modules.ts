import { basename, resolve } from "node:path";
import type { Plugin, StdinOptions } from "esbuild";
import { pathOf } from "./root.ts";

/** A module that a function loads once, and the bundle file that holds it. */
interface SharedModule {
  readonly file: string;
  readonly holder: string;
}

/**
 * Modules of which no part may have its own copy, by the name under which their holder exports them: their classes are
 * checked with `instanceof`, or they hold a cache; `pattern` also for its size. A test finds modules that are missing here.
 */
const shared: Readonly<Record<string, SharedModule>> = {
  value: { file: "lib/json/value.ts", holder: "index" },
  parse: { file: "lib/json/parse.ts", holder: "index" },
  write: { file: "lib/json/write.ts", holder: "index" },
  lookup: { file: "lib/cluster/lookup.ts", holder: "index" },
  pattern: { file: "lib/schema/pattern/pattern.ts", holder: "validator" },
};

/** The esbuild entry of a function: its handler, and the modules that its parts share. */
export function functionEntry(name: string): StdinOptions {
  return entryOf(`export { handler } from "./functions/${name}.ts";`, "index");
}

/** The esbuild entry of a part: all exports of its module, and the modules that other parts share. */
export function partEntry(part: string, module: string): StdinOptions {
  return entryOf(`export * from "${module}";`, part);
}

function entryOf(own: string, holder: string): StdinOptions {
  const held = Object.entries(shared).filter(([, module]) => module.holder === holder);
  const lines = held.map(([as, { file }]) => `export * as ${as} from "./${file}";`);
  return {
    contents: [own, ...lines].join("\n"),
    resolveDir: pathOf("."),
    sourcefile: `${holder}.ts`,
    loader: "ts",
  };
}

/** Makes a part use the shared modules of the files that hold them, which are loaded before. */
export function sharedModules(part: string): Plugin {
  return {
    name: "shared-modules",
    setup: ({ onLoad, onResolve }) => {
      for (const [as, { file, holder }] of Object.entries(shared)) {
        if (holder === part) continue;
        onResolve({ filter: new RegExp(`^\\./${holder}\\.cjs$`) }, ({ path }) => ({
          path,
          external: true,
        }));
        onResolve({ filter: new RegExp(`/${basename(file)}$`) }, ({ path, resolveDir }) =>
          resolve(resolveDir, path) === pathOf(file) ? { path: as, namespace } : undefined,
        );
      }
      onLoad({ filter: /./, namespace }, ({ path }) => ({
        contents: `module.exports = require("./${shared[path]?.holder}.cjs").${path};`,
        loader: "js",
      }));
    },
  };
}

const namespace = "shared";
