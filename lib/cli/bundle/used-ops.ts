import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { opsIn } from "../../lens/language/ops-in.ts";
import { opNamed } from "../../lens/ops/registry.ts";
import type { KindInFolder } from "../kinds/kinds.ts";
import { libraryFile } from "./library-path.ts";

/** Where each op of a lens has its code, in a folder of its name. */
const opsFolder = dirname(libraryFile("lib/lens/ops/registry"));

/**
 * Leaves out the ops that no lens of the deployment's kinds names. Each build reads the names from the kinds, so a bundle has
 * all ops that its lenses need. Any other lens that names an op that was left out throws as soon as its kind is declared.
 */
export function usedOpsOnly(kinds: readonly KindInFolder[]): Plugin {
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
 * True for an op on values and for a macro. The other ops always stay: the compiler of lenses makes rules of them that no
 * lens names.
 */
function mayBeLeftOut(name: string): boolean {
  const op = opNamed(name);
  return op?.kind === "value" || op?.kind === "joint" || op?.kind === "macro";
}

function opsOfKinds(kinds: readonly KindInFolder[]): ReadonlySet<string> {
  const written = opsIn(kinds.map(({ kind }) => kind.lenses));
  return new Set(written.flatMap((name) => [name, ...opsOfMacro(name)]));
}

/** The ops of the rules that a macro stands for: within some ops it is expanded only when the lens is compiled. */
function opsOfMacro(name: string): readonly string[] {
  const op = opNamed(name);
  return op?.kind === "macro" ? op.makes : [];
}

/** A module with the same exports, each of which throws that the op was left out. */
async function withoutCode(op: string, path: string): Promise<string> {
  const exported = Object.keys(await import(pathToFileURL(path).href));
  return [
    `import { leftOut } from "${leftOut}";`,
    ...exported.map((name) => `export const ${name} = leftOut("${op}");`),
  ].join("\n");
}

const leftOut = "left-out";

/** Replaces an op, and each function of its folder. */
const leftOutCode = `export const leftOut = (op) => {
  const fail = () => {
    throw new TypeError("no lens of the bundled kinds names the op " + op + ": this bundle was built without it; build it again");
  };
  return new Proxy(fail, { get: fail });
};`;
