import { basename, join, resolve } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";
import type { KindInFolder } from "../kinds/kinds.ts";
import { kindsPlugin } from "./bundled-kinds.ts";
import { deferredModule } from "./deferred-module.ts";
import { lensesAsData } from "./lens-data.ts";
import { libraryFile } from "./library-path.ts";
import { ownLibrary } from "./own-library.ts";
import { functionEntry, partEntry, sharedModules } from "./shared-modules.ts";
import { leaveOutUnusedOps } from "./used-ops.ts";

/** The functions of a deployment. Each is bundled from `functions/<name>.ts` and the kinds into `<folder>/<name>/index.cjs`. */
export const functionNames = ["convert", "mutate", "validate"] as const;

/** The name of a function, which is also its verb and the folder of its bundle. */
export type FunctionName = (typeof functionNames)[number];

/** The kinds to bundle, and the folder of the bundles. */
export interface BundleRequest {
  readonly kinds: readonly KindInFolder[];
  readonly folder: string;
}

/** Modules that the AWS SDK loads only in browsers. */
export const browserOnly = ["bowser"];

/**
 * The esbuild options for a function's main file; rarely used parts are separate files. The format is CommonJS, because
 * `invoke local` of the Serverless Framework loads neither .mjs nor .ts, and because CommonJS starts fastest. There are no
 * source maps: they would add 9 ms to every cold start.
 */
export function bundleOptions(name: FunctionName, { kinds, folder }: BundleRequest): BuildOptions {
  return {
    ...bundleShape,
    stdin: functionEntry(name),
    outfile: join(folder, name, "index.cjs"),
    plugins: [
      ownLibrary,
      externalParts,
      deferredModule("preservation", partModules.preservation),
      kindsPlugin(kinds),
      leaveOutUnusedOps(kinds),
      lensesAsData(kinds),
    ],
  };
}

/** The names of the parts: files beside a function's main file that are loaded only when they are needed. */
export const partNames = [
  "lookups",
  "declared-admission",
  "recorder",
  "secrets-manager",
  "secrets-extension",
  "preservation",
  "validator",
  "cel",
  "re2",
] as const;

/** The name of a part, which is also the name of its file without `.cjs`. */
export type PartName = (typeof partNames)[number];

/**
 * The module of each part. The first review after a cold start rarely needs any of them: lookups, handlers from admission.yaml,
 * recording in S3, the AWS SDK, the client for the secrets extension, the code that preserves and restores values, and the
 * validator of preserved values with its CEL and RE2 engines.
 */
const partModules: Readonly<Record<PartName, string>> = {
  lookups: "lib/cluster/cluster-lookup",
  "declared-admission": "lib/admission/declared/declared-handlers",
  recorder: "lib/hosts/lambda/s3-recordings",
  "secrets-manager": "lib/callers/secret/secrets-manager-client",
  "secrets-extension": "lib/callers/secret/secrets-extension-client",
  preservation: "lib/lens/stash/preservation",
  validator: "lib/crd/validator/object-validator",
  cel: "lib/cel/rules/evaluate-rules",
  re2: "lib/schema/pattern/re2",
};

/** Parts that the function `convert` does not need, because conversion makes no lookups and runs no handlers. */
const admissionParts: ReadonlySet<PartName> = new Set(["lookups", "declared-admission"]);

/** The names of the parts that a function needs. */
export function partNamesOf(name: FunctionName): readonly PartName[] {
  return partNames.filter((part) => name !== "convert" || !admissionParts.has(part));
}

/** The esbuild options for a part of a function. */
export function partOptions(name: FunctionName, part: PartName, folder: string): BuildOptions {
  return {
    ...bundleShape,
    external: browserOnly,
    stdin: partEntry(part, partModules[part]),
    plugins: [externalParts, sharedModules(part)],
    outfile: join(folder, name, `${part}.cjs`),
  };
}

/** The esbuild options that all bundles share. */
export const bundleShape: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node24",
  format: "cjs",
  minify: true,
  // Prefer the AWS SDK's ES modules to its CommonJS: they are a quarter smaller, and don't load http2.
  mainFields: ["module", "main"],
  // Parts are loaded with `require`: a first `import()` starts Node's module loader, which takes longer than loading most parts.
  supported: { "dynamic-import": false },
  // esbuild adds "use strict" to files, but not to entries given as text. A write to a frozen object must throw.
  banner: { js: '"use strict";' },
  legalComments: "none",
  logLevel: "warning",
};

/** An esbuild plugin that makes dynamic imports of parts external, because esbuild can't split CommonJS bundles. */
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

/** The esbuild options for all files of all functions. */
export function allBundles(bundling: BundleRequest): readonly BuildOptions[] {
  return functionNames.flatMap((name) => [
    bundleOptions(name, bundling),
    ...partNamesOf(name).map((part) => partOptions(name, part, bundling.folder)),
  ]);
}
