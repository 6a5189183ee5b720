import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { Plugin } from "esbuild";
import { parse } from "../../json/parse.ts";
import type { KindInFolder } from "../kinds/kinds.ts";

/**
 * An esbuild plugin that replaces a kind's `conversion.ts` or `conversion.js` in the bundle by its lenses as data, so that a
 * cold start need not build them and the bundle need not contain the builder. A file with an export that JSON can't represent,
 * such as a lens with a hook, is left unchanged.
 */
export function lensesAsData(kinds: readonly KindInFolder[]): Plugin {
  const files = new Set(
    kinds.flatMap(({ folder }) =>
      ["conversion.ts", "conversion.js"].map((name) => resolve(folder, name)),
    ),
  );
  return {
    name: "lenses-as-data",
    setup: ({ onLoad }) => {
      onLoad({ filter: /\/conversion\.[tj]s$/ }, async ({ path }) => {
        if (!files.has(path)) return undefined;
        const exported: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href);
        const entries = Object.entries(exported);
        if (!entries.every(([, value]) => isData(value))) return undefined;
        const lines = entries.map(
          ([name, value]) => `export const ${name} = ${literalText(value)};`,
        );
        return { contents: lines.join("\n"), loader: "js" };
      });
    },
  };
}

/** True for a value that JSON represents completely. */
function isData(value: unknown): boolean {
  const text = JSON.stringify(value);
  const parsed = text === undefined ? undefined : parse(text);
  return parsed?.ok === true && isDeepStrictEqual(parsed.value, value);
}

/** A JSON value as a JavaScript literal. A key `__proto__` is written as a computed name, else it would set the prototype. */
function literalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, it]) => `${keyText(key)}:${literalText(it)}`);
  return `{${members.join(",")}}`;
}

function keyText(key: string): string {
  return key === "__proto__" ? '["__proto__"]' : JSON.stringify(key);
}
