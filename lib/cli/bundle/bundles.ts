import { basename, join, resolve } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";
import type { KindInFolder } from "../kinds/kinds.ts";
import { kindsPlugin } from "./bundled-kinds.ts";
import { lensesAsData } from "./lens-data.ts";
import { libraryFile } from "./library-path.ts";
import { ownLibrary } from "./own-library.ts";
import { functionEntry, partEntry, sharedModules } from "./shared-modules.ts";
import { usedOpsOnly } from "./used-ops.ts";

/** The functions of a deployment: `functions/<name>.ts` and the kinds become `<folder>/<name>/index.cjs`. */
export const functionNames = ["convert", "mutate", "validate"] as const;

/** The verb of a function, and the folder of its bundle. */
export type FunctionName = (typeof functionNames)[number];

/** What is bundled, and the folder of the bundles. */
export interface BundleRequest {
  readonly kinds: readonly KindInFolder[];
  readonly folder: string;
}

/** Modules that the AWS SDK loads only in browsers. */
export const browserOnly = ["bowser"];

/**
 * One CommonJS file for each function; rarely used parts are separate files. CommonJS, because `invoke local` loads neither
 * .mjs nor .ts, and because it starts fastest. No source maps: they cost 9 ms of every cold start.
 */
export function bundleOptions(name: FunctionName, { kinds, folder }: BundleRequest): BuildOptions {
  return {
    ...bundleShape,
    stdin: functionEntry(name),
    outfile: join(folder, name, "index.cjs"),
    plugins: [
      ownLibrary,
      externalParts,
      kindsPlugin(kinds),
      usedOpsOnly(kinds),
      lensesAsData(kinds),
    ],
  };
}

/** The names of the files beside a function's own that are loaded only when they are needed. */
export const partNames = [
  "lookups",
  "declared-admission",
  "recorder",
  "secrets-manager",
  "validator",
  "cel",
  "re2",
] as const;

/** A file beside a function's own, which is loaded only when it is needed. */
export type PartName = (typeof partNames)[number];

/**
 * The modules of the parts, which few first reviews need: lookups, what an admission.yaml declares, recording in S3, the AWS
 * SDK; and, for preserved values, the validator of objects with the engines of its rules and patterns.
 */
const partModules: Readonly<Record<PartName, string>> = {
  lookups: "lib/cluster/cluster-lookup",
  "declared-admission": "lib/admission/declared/declared-handlers",
  recorder: "lib/hosts/lambda/s3-recordings",
  "secrets-manager": "lib/callers/secret/secrets-manager-client",
  validator: "lib/crd/validator/object-validator",
  cel: "lib/cel/rules/evaluate-rules",
  re2: "lib/schema/pattern/re2",
};

/** Parts that the function `convert` does not need, because conversion makes no lookups and runs no handlers. */
const admissionParts: ReadonlySet<PartName> = new Set(["lookups", "declared-admission"]);

/** The parts of a function. */
export function partsOf(name: FunctionName): readonly PartName[] {
  return partNames.filter((part) => name !== "convert" || !admissionParts.has(part));
}

/** A part: a file that is loaded only when it is needed. */
export function partOptions(name: FunctionName, part: PartName, folder: string): BuildOptions {
  return {
    ...bundleShape,
    external: browserOnly,
    stdin: partEntry(part, partModules[part]),
    plugins: [externalParts, sharedModules(part)],
    outfile: join(folder, name, `${part}.cjs`),
  };
}

/** How every bundle is written. */
export const bundleShape: BuildOptions = {
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
      const file = libraryFile(module);
      onResolve(
        { filter: new RegExp(`(?:^|/)${basename(file)}$`) },
        ({ kind, path, resolveDir }) =>
          kind === "dynamic-import" && resolve(resolveDir, path) === file
            ? { path: `./${part}.cjs`, external: true }
            : undefined,
      );
    }
  },
};

/** All files of all zips. */
export function allBundles(bundling: BundleRequest): readonly BuildOptions[] {
  return functionNames.flatMap((name) => [
    bundleOptions(name, bundling),
    ...partsOf(name).map((part) => partOptions(name, part, bundling.folder)),
  ]);
}
