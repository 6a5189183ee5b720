import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { Plugin } from "esbuild";
import { parse } from "../../lib/json/parse.ts";

/**
 * Writes the lenses of `functions/kinds/<kind>/conversion.ts` into the bundle as the data that they are: a cold start builds
 * none, and what builds them is left out. A file that exports anything else, such as a lens with a hook, stays as it is.
 */
export const lensesAsData: Plugin = {
  name: "lenses-as-data",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/functions\/kinds\/[^/]+\/conversion\.ts$/ }, async ({ path }) => {
      const exported: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href);
      const entries = Object.entries(exported);
      if (!entries.every(([, value]) => isData(value))) return undefined;
      const lines = entries.map(([name, value]) => `export const ${name} = ${textOf(value)};`);
      return { contents: lines.join("\n"), loader: "js" };
    });
  },
};

/** True for what JSON carries whole. */
function isData(value: unknown): boolean {
  const text = JSON.stringify(value);
  const parsed = text === undefined ? undefined : parse(text);
  return parsed?.ok === true && isDeepStrictEqual(parsed.value, value);
}

/** As a program has it: `__proto__` is a member of a literal only where its name is computed. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, it]) => `${keyText(key)}:${textOf(it)}`);
  return `{${members.join(",")}}`;
}

function keyText(key: string): string {
  return key === "__proto__" ? '["__proto__"]' : JSON.stringify(key);
}
