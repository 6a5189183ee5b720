import { basename, resolve } from "node:path";
import type { Plugin, StdinOptions } from "esbuild";
import { assertDefined } from "../../json/invariant.ts";
import { kindsModule } from "./bundled-kinds.ts";
import { exportsOf } from "./exports-of.ts";
import { libraryFile, libraryFolder, moduleExtension } from "./library-path.ts";

/** A module that a function loads once. `holder` is the file that contains it: `index` or a part. */
interface SharedModule {
  /** The name of the module, in the form that {@link libraryFile} takes. */
  readonly module: string;
  readonly holder: string;
}

/**
 * Modules that only their `holder` may contain, because their classes are checked with `instanceof` or they have a cache
 * (`pattern` also because of its size), or because the function's copy has only the ops that its kinds use (`ops`). The keys are
 * the names under which their holders export them. A test finds modules that are missing in this list.
 */
const shared: Readonly<Record<string, SharedModule>> = {
  value: { module: "lib/json/value", holder: "index" },
  parse: { module: "lib/json/parse", holder: "index" },
  write: { module: "lib/json/write", holder: "index" },
  lexer: { module: "lib/json/lexer", holder: "index" },
  nativeParser: { module: "lib/json/native-parser", holder: "index" },
  defaults: { module: "lib/schema/defaulting/apply-defaults", holder: "index" },
  ops: { module: "lib/lens/ops/registry", holder: "index" },
  lookup: { module: "lib/cluster/lookup", holder: "index" },
  pattern: { module: "lib/schema/pattern/pattern", holder: "validator" },
};

/**
 * The esbuild entry of a function: its handler, and the modules that its parts share. It imports the function's own module
 * before the kinds, because that module starts to load the secret.
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

/** An esbuild plugin for a part: it takes shared modules from the files that contain them, which are loaded before the part. */
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
      onLoad({ filter: /./, namespace }, async ({ path }) => {
        const own = assertDefined(shared[path], "only shared modules are in this namespace");
        return { contents: await reexportCode(path, own), loader: "js" };
      });
    },
  };
}

const namespace = "shared";

/** The code of a module that takes all exports of a shared module from its holder. */
async function reexportCode(as: string, { module, holder }: SharedModule): Promise<string> {
  const names = Object.keys(await exportsOf(module)).join(", ");
  return `const { ${names} } = require("./${holder}.cjs").${as};\nexport { ${names} };`;
}
