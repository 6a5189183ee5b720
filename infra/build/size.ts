// npm run size: what each function's bundle weighs, gzipped as a zip holds it; exit code 1 beyond the budget.
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { bundleOptions, functionNames } from "./bundles.ts";

/** Bytes that a cold start may have to load, secrets client apart. */
const budgetBytes = 60_000;

for (const name of functionNames) {
  const { outputFiles = [] } = await build({ ...bundleOptions(name), write: false });
  const [code = new Uint8Array()] = outputFiles.map(({ contents }) => contents);
  const bytes = gzipSync(code, { level: 9 }).length;
  const isOver = bytes > budgetBytes;
  const kB = (bytes / 1000).toFixed(1);
  console.log(
    `${name.padEnd(8)} ${kB} kB of ${budgetBytes / 1000} kB${isOver ? ": too large" : ""}`,
  );
  if (isOver) process.exitCode = 1;
}
