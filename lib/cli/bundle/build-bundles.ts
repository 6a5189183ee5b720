import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BuildFailure, BuildOptions, OutputFile } from "esbuild";
import { UsageError } from "../command.ts";
import { checkFolderWritable, makeFolder, namesInFolder } from "../files/read-file.ts";
import { allBundles, type BundleRequest, functionNames } from "./bundles.ts";

interface BuiltBundles {
  readonly files: readonly OutputFile[];
  readonly warnings: readonly string[];
}

/**
 * Builds all bundles, then writes them in place of the old ones. Throws {@link UsageError} if esbuild is not installed or can't
 * bundle a kind's code, the folder can't be created, or a folder of a bundle has other files; nothing is changed then.
 */
export async function buildBundles(bundling: BundleRequest): Promise<BuiltBundles> {
  checkFolderWritable(bundling.folder);
  for (const name of functionNames) checkBundleFolder(join(bundling.folder, name));
  const built = await Promise.all(allBundles(bundling).map(bundle));
  makeFolder(bundling.folder);
  for (const name of functionNames) {
    rmSync(join(bundling.folder, name), { recursive: true, force: true });
  }
  const files = built.flatMap((each) => each.files);
  for (const { path, contents } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  return { files, warnings: built.flatMap(({ warnings }) => warnings) };
}

/** Throws {@link UsageError} if a folder that a new bundle replaces has a file that is not of a bundle. */
function checkBundleFolder(folder: string): void {
  const names = existsSync(folder) ? namesInFolder(folder) : [];
  const foreign = names.find((name) => !name.endsWith(".cjs"));
  if (foreign === undefined) return;
  throw new UsageError(
    `${join(folder, foreign)} was not written by customhouse build, which replaces the folder: move it, or name another folder with --out. Nothing was written`,
  );
}

/** Builds one bundle in memory. Throws {@link UsageError} if esbuild is not installed or can't bundle the code. */
export async function bundle(options: BuildOptions): Promise<BuiltBundles> {
  const { build, formatMessages } = await loadEsbuild();
  const settings = { ...options, write: false, logLevel: "silent" } as const;
  const { outputFiles, warnings } = await build(settings).catch((cause) => {
    throw isBuildFailure(cause) ? new UsageError(cause.message, { cause }) : cause;
  });
  return { files: outputFiles, warnings: await formatMessages(warnings, { kind: "warning" }) };
}

function isBuildFailure(fault: unknown): fault is BuildFailure {
  return fault instanceof Error && "errors" in fault && "warnings" in fault;
}

/**
 * Imports esbuild, which only builds need and the package does not depend on. Throws {@link UsageError} if it is not installed.
 */
async function loadEsbuild(): Promise<typeof import("esbuild")> {
  try {
    return await import("esbuild");
  } catch (cause) {
    throw new UsageError(
      "esbuild, which bundles kinds, is not installed: npm install --save-dev --save-exact esbuild",
      { cause },
    );
  }
}
