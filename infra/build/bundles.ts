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

/** What the AWS SDK loads in browsers alone, where it reads the user agent. */
const browserOnly = ["bowser"];

/**
 * One CommonJS file for each function, and beside it only what few of them ever load: `invoke local` loads neither .mjs nor
 * .ts, and CommonJS starts quickest. No source map: enabled ones cost 9 ms of every cold start.
 */
export function bundleOptions(name: FunctionName): BuildOptions {
  return {
    ...shape,
    stdin: functionEntry(name),
    outfile: pathOf(`dist/${name}/index.cjs`),
    plugins: [partsApart, usedOpsOnly, lensesAsData],
  };
}

/**
 * What few first reviews need, each in a file of its own: what asks clusters, what records in S3, the AWS SDK, and what
 * judges preserved values: the validator of objects, and the engines of its rules and patterns.
 */
const apart = {
  lookups: "./lib/cluster/cluster-lookup.ts",
  recorder: "./lib/hosts/lambda/s3-recordings.ts",
  "secrets-manager": "./lib/callers/secret/secrets-manager-client.ts",
  validator: "./lib/crd/validator/object-validator.ts",
  cel: "./lib/cel/rules/evaluate-rules.ts",
  re2: "re2js",
} as const;

export type PartName = keyof typeof apart;

/** The parts beside a function: conversion asks no cluster. */
export function partsOf(name: FunctionName): readonly PartName[] {
  const all = ["recorder", "secrets-manager", "validator", "cel", "re2"] as const;
  return name === "convert" ? all : ["lookups", ...all];
}

/** A file that is loaded only where it is needed. */
export function partOptions(name: FunctionName, part: PartName): BuildOptions {
  return {
    ...shape,
    external: browserOnly,
    stdin: partEntry(part, apart[part]),
    plugins: [partsApart, sharedModules(part)],
    outfile: pathOf(`dist/${name}/${part}.cjs`),
  };
}

const shape: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node24",
  format: "cjs",
  minify: true,
  // The SDK's modules rather than its CommonJS: a quarter less to load, and no http2 with it.
  mainFields: ["module", "main"],
  // What is loaded later is required: a first `import()` would start Node's loader of modules, which costs more than most.
  supported: { "dynamic-import": false },
  // esbuild says so of files, not of entries that are given as text: a write to a frozen object must throw.
  banner: { js: '"use strict";' },
  legalComments: "none",
  logLevel: "warning",
};

/** esbuild splits no CommonJS by itself: the lazy imports are left to the files beside. */
const partsApart: Plugin = {
  name: "parts-apart",
  setup: ({ onResolve }) => {
    for (const [part, module] of Object.entries(apart)) {
      const [file = ""] = module.split("/").slice(-1);
      onResolve({ filter: new RegExp(`(?:^|/)${file}$`) }, ({ kind, path, resolveDir }) =>
        kind === "dynamic-import" && fileOf(path, resolveDir) === fileOf(module, pathOf("."))
          ? { path: `./${part}.cjs`, external: true }
          : undefined,
      );
    }
  },
};

/** What an import names: a file, or a package as it is. */
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

/** Writes the bundles. Throws UsageError where a kind's lenses do not compile: nothing is then written. */
export async function buildBundles(): Promise<void> {
  await compileKinds();
  for (const name of functionNames)
    rmSync(pathOf(`dist/${name}`), { recursive: true, force: true });
  await Promise.all(allBundles().map((options) => build(options)));
}
