// npm run size: what each function's bundle weighs, gzipped as a zip holds it; exit code 1 beyond the budget.
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { bundleOptions, functionNames, recorderOptions } from "./bundles.ts";

/** Bytes that a cold start may have to load, secrets client apart. */
const budgetBytes = 60_000;

/** Bytes of what only functions that record load. */
const recorderBudgetBytes = 20_000;

for (const name of functionNames) await measure(name, bundleOptions(name), budgetBytes);
await measure("recorder", recorderOptions("convert"), recorderBudgetBytes);

async function measure(name: string, options: BuildOptions, budget: number): Promise<void> {
  const { outputFiles = [] } = await build({ ...options, write: false });
  const [code = new Uint8Array()] = outputFiles.map(({ contents }) => contents);
  const bytes = gzipSync(code, { level: 9 }).length;
  const isOver = bytes > budget;
  const kB = (bytes / 1000).toFixed(1);
  console.log(`${name.padEnd(8)} ${kB} kB of ${budget / 1000} kB${isOver ? ": too large" : ""}`);
  if (isOver) process.exitCode = 1;
}
