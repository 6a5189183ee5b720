import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { compileKinds } from "./compiled-kinds.ts";
import { lensesAsData } from "./lens-data.ts";
import { pathOf } from "./root.ts";
import { functionEntry, partEntry, sharedModules } from "./shared-modules.ts";
import { usedOpsOnly } from "./used-ops.ts";

/** The functions of the deployment: `functions/<name>.ts` becomes `dist/<name>/index.cjs`. */
export const functionNames = ["convert", "mutate", "validate"] as const;

export type FunctionName = (typeof functionNames)[number];

/** Modules that the AWS SDK loads only in browsers. */
const browserOnly = ["bowser"];

/**
 * One CommonJS file for each function; rarely used parts are separate files. CommonJS, because `invoke local` loads neither
 * .mjs nor .ts, and because it starts fastest. No source maps: they cost 9 ms of every cold start.
 */
export function bundleOptions(name: FunctionName): BuildOptions {
  return {
    ...shape,
    stdin: functionEntry(name),
    outfile: pathOf(`dist/${name}/index.cjs`),
    plugins: [externalParts, usedOpsOnly, lensesAsData],
  };
}

/**
 * Parts that few first reviews need, each in its own file: lookups, recording in S3, the AWS SDK; and, for preserved
 * values, the validator of objects with the engines of its rules and patterns.
 */
const partModules = {
  lookups: "./lib/cluster/cluster-lookup.ts",
  recorder: "./lib/hosts/lambda/s3-recordings.ts",
  "secrets-manager": "./lib/callers/secret/secrets-manager-client.ts",
  validator: "./lib/crd/validator/object-validator.ts",
  cel: "./lib/cel/rules/evaluate-rules.ts",
  re2: "./lib/schema/pattern/re2.ts",
} as const;

export type PartName = keyof typeof partModules;

/** The parts of a function. Conversion makes no lookups. */
export function partsOf(name: FunctionName): readonly PartName[] {
  const all = ["recorder", "secrets-manager", "validator", "cel", "re2"] as const;
  return name === "convert" ? all : ["lookups", ...all];
}

/** A part: a file that is loaded only when it is needed. */
export function partOptions(name: FunctionName, part: PartName): BuildOptions {
  return {
    ...shape,
    external: browserOnly,
    stdin: partEntry(part, partModules[part]),
    plugins: [externalParts, sharedModules(part)],
    outfile: pathOf(`dist/${name}/${part}.cjs`),
  };
}

const shape: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node24",
  format: "cjs",
  minify: true,
  // The SDK's ES modules instead of its CommonJS: a quarter less to load, and without http2.
  mainFields: ["module", "main"],
  // Parts are loaded with `require`: a first `import()` starts Node's module loader, which costs more than most parts.
  supported: { "dynamic-import": false },
  // esbuild adds this to files, but not to entries given as text. A write to a frozen object must throw.
  banner: { js: '"use strict";' },
  legalComments: "none",
  logLevel: "warning",
};

/** esbuild does not split CommonJS, so lazy imports of parts are made external. */
const externalParts: Plugin = {
  name: "external-parts",
  setup: ({ onResolve }) => {
    for (const [part, module] of Object.entries(partModules)) {
      const [file = ""] = module.split("/").slice(-1);
      onResolve({ filter: new RegExp(`(?:^|/)${file}$`) }, ({ kind, path, resolveDir }) =>
        kind === "dynamic-import" && fileOf(path, resolveDir) === fileOf(module, pathOf("."))
          ? { path: `./${part}.cjs`, external: true }
          : undefined,
      );
    }
  },
};

/** The file of an import; the name of a package is left unchanged. */
function fileOf(path: string, folder: string): string {
  return path.startsWith(".") ? resolve(folder, path) : path;
}

/** All files of all zips. */
export function allBundles(): readonly BuildOptions[] {
  return functionNames.flatMap((name) => [
    bundleOptions(name),
    ...partsOf(name).map((part) => partOptions(name, part)),
  ]);
}

/** Writes the bundles. Throws UsageError where a kind's lenses do not compile; then nothing is written. */
export async function buildBundles(): Promise<void> {
  await compileKinds();
  for (const name of functionNames)
    rmSync(pathOf(`dist/${name}`), { recursive: true, force: true });
  await Promise.all(allBundles().map((options) => build(options)));
}
