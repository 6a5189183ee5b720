import { basename, resolve } from "node:path";
import type { Plugin, StdinOptions } from "esbuild";
import { kindsModule } from "./bundled-kinds.ts";
import { libraryFile, libraryFolder, moduleExtension } from "./library-path.ts";

/** A module that a function loads once, and the bundle file that holds it. */
interface SharedModule {
  /** The name of the module, in the form that {@link libraryFile} takes. */
  readonly module: string;
  readonly holder: string;
}

/**
 * Modules of which no part may have its own copy, by the name under which their holder exports them: their classes are
 * checked with `instanceof`, or they hold a cache; `pattern` also for its size. A test finds modules that are missing here.
 */
const shared: Readonly<Record<string, SharedModule>> = {
  value: { module: "lib/json/value", holder: "index" },
  parse: { module: "lib/json/parse", holder: "index" },
  write: { module: "lib/json/write", holder: "index" },
  lookup: { module: "lib/cluster/lookup", holder: "index" },
  pattern: { module: "lib/schema/pattern/pattern", holder: "validator" },
};

/**
 * The esbuild entry of a function: its handler, and the modules that its parts share. The function's own module comes before
 * the kinds, because it begins to load the secret.
 */
export function functionEntry(name: string): StdinOptions {
  const own = [
    `import { handlerOf } from "./functions/${name}${moduleExtension}";`,
    `import { kinds } from "${kindsModule}";`,
    "export const handler = handlerOf(kinds);",
  ];
  return entryOf(own.join("\n"), "index");
}

/** The esbuild entry of a part: all exports of its module, and the modules that other parts share. */
export function partEntry(part: string, module: string): StdinOptions {
  return entryOf(`export * from "./${module}${moduleExtension}";`, part);
}

function entryOf(own: string, holder: string): StdinOptions {
  const held = Object.entries(shared).filter(([, each]) => each.holder === holder);
  const lines = held.map(
    ([as, { module }]) => `export * as ${as} from "./${module}${moduleExtension}";`,
  );
  return {
    contents: [own, ...lines].join("\n"),
    resolveDir: libraryFolder,
    sourcefile: `${holder}.ts`,
    loader: "ts",
  };
}

/** Makes a part use the shared modules of the files that hold them, which are loaded before. */
export function sharedModules(part: string): Plugin {
  return {
    name: "shared-modules",
    setup: ({ onLoad, onResolve }) => {
      for (const [as, { module, holder }] of Object.entries(shared)) {
        if (holder === part) continue;
        onResolve({ filter: new RegExp(`^\\./${holder}\\.cjs$`) }, ({ path }) => ({
          path,
          external: true,
        }));
        const file = libraryFile(module);
        onResolve({ filter: new RegExp(`/${basename(file)}$`) }, ({ path, resolveDir }) =>
          resolve(resolveDir, path) === file ? { path: as, namespace } : undefined,
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
