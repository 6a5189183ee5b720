import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { opNamesIn } from "../../lens/language/op-names.ts";
import { opNamed } from "../../lens/ops/registry.ts";
import type { KindInFolder } from "../kinds/kinds.ts";
import { libraryFile } from "./library-path.ts";

/** The folder of the ops' code, which has a folder for each op. */
const opsFolder = dirname(libraryFile("lib/lens/ops/registry"));

/**
 * An esbuild plugin that leaves out ops that no lens of the bundled kinds uses. In the bundle, declaring a kind whose lens uses
 * an op that was left out throws.
 */
export function leaveOutUnusedOps(kinds: readonly KindInFolder[]): Plugin {
  const used = opsOfKinds(kinds);
  return {
    name: "used-ops-only",
    setup: ({ onLoad, onResolve }) => {
      onResolve({ filter: new RegExp(`^${leftOut}$`) }, () => ({
        path: leftOut,
        namespace: leftOut,
      }));
      onLoad({ filter: /./, namespace: leftOut }, () => ({ contents: leftOutCode }));
      onLoad({ filter: /\/lib\/lens\/ops\/[^/]+\/[^/]+\.[tj]s$/ }, async ({ path }) => {
        const op = basename(dirname(path));
        if (dirname(dirname(path)) !== opsFolder || used.has(op) || !mayBeLeftOut(op)) {
          return undefined;
        }
        return { contents: await withoutCode(op, path), loader: "ts" };
      });
    },
  };
}

/**
 * True for an op on values and for a macro. All other ops stay in the bundle, because the compiler of lenses can add rules with
 * them that no lens names.
 */
function mayBeLeftOut(name: string): boolean {
  const op = opNamed(name);
  return op?.kind === "value" || op?.kind === "joint" || op?.kind === "macro";
}

function opsOfKinds(kinds: readonly KindInFolder[]): ReadonlySet<string> {
  const written = opNamesIn(kinds.map(({ kind }) => kind.lenses));
  return new Set(written.flatMap((name) => [name, ...opsOfMacro(name)]));
}

/** The ops of the rules that a macro expands to. A lens in which the macro is not expanded yet names only the macro. */
function opsOfMacro(name: string): readonly string[] {
  const op = opNamed(name);
  return op?.kind === "macro" ? op.makes : [];
}

/** The code of a module with the same exports as the op's module. Using one of them throws that the op was left out. */
async function withoutCode(op: string, path: string): Promise<string> {
  const exported = Object.keys(await import(pathToFileURL(path).href));
  return [
    `import { leftOut } from "${leftOut}";`,
    ...exported.map((name) => `export const ${name} = leftOut("${op}");`),
  ].join("\n");
}

const leftOut = "left-out";

/** The code of a module whose function returns a replacement for an export of an op that was left out. */
const leftOutCode = `export const leftOut = (op) => {
  const fail = () => {
    throw new TypeError("no lens of the bundled kinds names the op " + op + ": this bundle was built without it; build it again");
  };
  return new Proxy(fail, { get: fail });
};`;
