import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { Plugin } from "esbuild";

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
  return text !== undefined && isDeepStrictEqual(JSON.parse(text), value);
}

/** As a program has it: `__proto__` in quotes would be no member of a literal, so JSON reads it there. */
function textOf(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes("__proto__") ? `JSON.parse(${JSON.stringify(text)})` : text;
}
