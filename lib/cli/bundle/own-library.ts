import type { Plugin } from "esbuild";
import { libraryFile } from "./library-path.ts";

/**
 * An esbuild plugin that resolves `customhouse` in the code of kinds to the library that bundles them, not to the one in their
 * node_modules. With two copies of the library, `instanceof` would fail, and a cold start would load both.
 */
export const ownLibrary: Plugin = {
  name: "own-library",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^customhouse(?:\/[a-z]+)?$/ }, ({ path }) => {
      const [, entry = "index"] = path.split("/");
      return { path: libraryFile(`lib/${entry}`), sideEffects: false };
    });
  },
};
