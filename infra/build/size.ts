// npm run size: what each function's bundle weighs, gzipped as a zip holds it; exit code 1 beyond a budget.
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { bundleOptions, functionNames, recorderOptions } from "./bundles.ts";

/** Bytes of our own code, and of all with the AWS SDK's client, which is evaluated only where the secret is in AWS. */
const ownBytes = 62_500;
const allBytes = 200_000;

/** Bytes of what only functions that record load. */
const recorderBytes = 20_000;

for (const name of functionNames) {
  const own = await bytesOf({ ...bundleOptions(name), external: ["@aws-sdk/*"] });
  const all = await bytesOf(bundleOptions(name));
  const text = `${kB(own)} of ${kB(ownBytes)}, with the AWS SDK ${kB(all)} of ${kB(allBytes)}`;
  report(name, text, own > ownBytes || all > allBytes);
}
const recorder = await bytesOf(recorderOptions("convert"));
report("recorder", `${kB(recorder)} of ${kB(recorderBytes)}`, recorder > recorderBytes);

function report(name: string, text: string, isOver: boolean): void {
  console.log(`${name.padEnd(8)} ${text}${isOver ? ": too large" : ""}`);
  if (isOver) process.exitCode = 1;
}

async function bytesOf(options: BuildOptions): Promise<number> {
  const { outputFiles } = await build({ ...options, write: false });
  const [code = new Uint8Array()] = (outputFiles ?? []).map(({ contents }) => contents);
  return gzipSync(code, { level: 9 }).length;
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
