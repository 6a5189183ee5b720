import type { Plugin } from "esbuild";
import { libraryFile } from "./library-path.ts";

/**
 * Makes the code of kinds use the library that bundles it, whichever one it was installed with: two copies would have two
 * classes of everything, and would load twice.
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
