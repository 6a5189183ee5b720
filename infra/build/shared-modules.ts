import { basename, resolve } from "node:path";
import type { Plugin, StdinOptions } from "esbuild";
import { pathOf } from "./root.ts";

/** A module that a function has once, by the file of its zip that holds it. */
interface SharedModule {
  readonly file: string;
  readonly holder: string;
}

/**
 * Modules of which no part may bring its own copy, by the name that their holder exports them under: their classes are told
 * apart by `instanceof`, or they hold state, such as the engine that was loaded. A test finds modules that are missing here.
 */
const shared: Readonly<Record<string, SharedModule>> = {
  value: { file: "lib/json/value.ts", holder: "index" },
  parse: { file: "lib/json/parse.ts", holder: "index" },
  write: { file: "lib/json/write.ts", holder: "index" },
  lookup: { file: "lib/cluster/lookup.ts", holder: "index" },
  pattern: { file: "lib/schema/pattern/pattern.ts", holder: "validator" },
};

/** A function's bundle as esbuild's entry: the handler, and what the parts beside it share. */
export function functionEntry(name: string): StdinOptions {
  return entryOf(`export { handler } from "./functions/${name}.ts";`, "index");
}

/** A part as esbuild's entry: all that the module exports, and what other parts share of it. */
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

/** In a part, the shared modules are those of the file that holds them, which is loaded before. */
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
