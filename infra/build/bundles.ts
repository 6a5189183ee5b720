import { rmSync } from "node:fs";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { pathOf } from "./root.ts";

/** The functions of the deployment: `functions/<name>.ts` becomes `dist/<name>/index.cjs`. */
export const functionNames = ["convert", "mutate", "validate"] as const;

export type FunctionName = (typeof functionNames)[number];

/** What the AWS SDK loads in browsers alone, where it reads the user agent. */
const browserOnly = ["bowser"];

/**
 * One CommonJS file for each function, and beside it only what few of them ever load: `invoke local` loads neither .mjs nor
 * .ts, and CommonJS starts quickest. No source map: enabled ones cost 9 ms of every cold start.
 */
export function bundleOptions(name: FunctionName): BuildOptions {
  return {
    ...shape,
    entryPoints: [pathOf(`functions/${name}.ts`)],
    outfile: pathOf(`dist/${name}/index.cjs`),
    external: browserOnly,
    plugins: [recorderApart],
  };
}

/** What records reviews in S3, in a file of its own that is loaded only where recording is on. */
export function recorderOptions(name: FunctionName): BuildOptions {
  return {
    ...shape,
    entryPoints: [pathOf("lib/hosts/lambda/s3-recordings.ts")],
    outfile: pathOf(`dist/${name}/recorder.cjs`),
  };
}

const shape: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node24",
  format: "cjs",
  minify: true,
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
};

/** esbuild splits no CommonJS by itself: the one lazy import is left to the second file. */
const recorderApart: Plugin = {
  name: "recorder-apart",
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/s3-recordings\.ts$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./recorder.cjs", external: true } : undefined,
    );
  },
};

/** All files of all zips. */
export function allBundles(): readonly BuildOptions[] {
  return functionNames.flatMap((name) => [bundleOptions(name), recorderOptions(name)]);
}

/** Writes the bundles. */
export async function buildBundles(): Promise<void> {
  for (const name of functionNames)
    rmSync(pathOf(`dist/${name}`), { recursive: true, force: true });
  await Promise.all(allBundles().map((options) => build(options)));
}
