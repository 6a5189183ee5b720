import { rmSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../command.ts";
import { allBundles, type Bundling, functionNames } from "./bundles.ts";

/** Writes the bundles. Throws {@link UsageError} where esbuild is not installed. */
export async function buildBundles(bundling: Bundling): Promise<void> {
  const { build } = await loadEsbuild();
  for (const name of functionNames) {
    rmSync(join(bundling.folder, name), { recursive: true, force: true });
  }
  await Promise.all(allBundles(bundling).map((options) => build(options)));
}

/** esbuild is for builds alone, so the package does not depend on it. */
async function loadEsbuild(): Promise<typeof import("esbuild")> {
  try {
    return await import("esbuild");
  } catch (cause) {
    throw new UsageError(
      "esbuild is not installed, which bundles the functions: npm install --save-dev --save-exact esbuild",
      { cause },
    );
  }
}
