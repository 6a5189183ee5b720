import { rmSync } from "node:fs";
import { type BuildOptions, build } from "esbuild";
import { pathOf } from "./root.ts";

/** The functions of the deployment: `functions/<name>.ts` becomes `dist/<name>/index.cjs`. */
export const functionNames = ["convert", "mutate", "validate"] as const;

export type FunctionName = (typeof functionNames)[number];

/** What the AWS SDK loads in browsers alone, where it reads the user agent. */
const browserOnly = ["bowser"];

/**
 * One CommonJS file for each function, nothing beside it: `invoke local` loads neither .mjs nor .ts, and CommonJS starts
 * quickest. No source map: enabled ones cost 9 ms of every cold start.
 */
export function bundleOptions(name: FunctionName): BuildOptions {
  return {
    entryPoints: [pathOf(`functions/${name}.ts`)],
    outfile: pathOf(`dist/${name}/index.cjs`),
    bundle: true,
    external: browserOnly,
    platform: "node",
    target: "node24",
    format: "cjs",
    minify: true,
    legalComments: "none",
    charset: "utf8",
    logLevel: "warning",
  };
}

/** Writes the three bundles. */
export async function buildBundles(): Promise<void> {
  for (const name of functionNames)
    rmSync(pathOf(`dist/${name}`), { recursive: true, force: true });
  await Promise.all(functionNames.map((name) => build(bundleOptions(name))));
}
