// npm run size: the gzipped size of each file in the functions' zips. Exit code 1 if a file is over its budget.
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import {
  bundleOptions,
  type FunctionName,
  functionNames,
  type PartName,
  partNames,
  partOptions,
} from "../../lib/cli/bundle/bundles.ts";
import { exampleBundling } from "./example-bundling.ts";

/** The budgets, in gzipped bytes, for the code that each cold start of a function loads. */
const functionBytes: Readonly<Record<FunctionName, number>> = {
  convert: 61_000,
  mutate: 62_000,
  validate: 64_000,
};

/**
 * The budgets, in gzipped bytes, for code that a function loads only when it needs it. The last three validate preserved values:
 * by schemas, by rules in CEL, and by patterns beyond simple syntax.
 */
const partBytes: Readonly<Record<PartName, number>> = {
  lookups: 7_000,
  "declared-admission": 3_200,
  recorder: 16_800,
  "secrets-manager": 97_000,
  "secrets-extension": 1_600,
  preservation: 20_600,
  validator: 22_300,
  cel: 54_000,
  re2: 48_000,
};

const bundling = await exampleBundling();
for (const name of functionNames) {
  await report(name, bundleOptions(name, bundling), functionBytes[name]);
}
for (const part of partNames) {
  await report(part, partOptions("validate", part, bundling.folder), partBytes[part]);
}

async function report(name: string, options: BuildOptions, budget: number): Promise<void> {
  const { outputFiles } = await build({ ...options, write: false });
  const [code = new Uint8Array()] = (outputFiles ?? []).map(({ contents }) => contents);
  const bytes = gzipSync(code, { level: 9 }).length;
  const isOver = bytes > budget;
  console.log(`${name.padEnd(15)} ${kB(bytes)} of ${kB(budget)}${isOver ? ": too large" : ""}`);
  if (isOver) process.exitCode = 1;
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
