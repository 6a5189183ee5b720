import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { Plugin } from "esbuild";
import { parse } from "../../json/parse.ts";
import type { KindInFolder } from "../kinds/kinds.ts";

/**
 * Replaces `conversion.ts` and `conversion.js` of a kind in the bundle by the data of its lenses: a cold start builds none, and
 * the builder is left out. A file that exports anything else, such as a lens with a hook, is left unchanged.
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

/** A value as JavaScript. `__proto__` must be a computed name, else it would set the prototype. */
function literalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, it]) => `${keyText(key)}:${literalText(it)}`);
  return `{${members.join(",")}}`;
}

function keyText(key: string): string {
  return key === "__proto__" ? '["__proto__"]' : JSON.stringify(key);
}
