// npm run size: what each function's bundle weighs, gzipped as a zip holds it; exit code 1 beyond a budget.
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { bundleOptions, type FunctionName, functionNames, recorderOptions } from "./bundles.ts";

/** Bytes of our own code: validation alone carries the validator of schemas, conversion nothing of admission. */
const ownBytes: Readonly<Record<FunctionName, number>> = {
  convert: 56_000,
  mutate: 62_000,
  validate: 72_000,
};

/** Bytes of all with the AWS SDK's client, which is evaluated only where the secret is in AWS. */
const allBytes = 200_000;

/** Bytes of what only functions that record load. */
const recorderBytes = 20_000;

for (const name of functionNames) {
  const own = await bytesOf(bundleOptions(name), ["@aws-sdk/*"]);
  const all = await bytesOf(bundleOptions(name));
  const text = `${kB(own)} of ${kB(ownBytes[name])}, with the AWS SDK ${kB(all)} of ${kB(allBytes)}`;
  report(name, text, own > ownBytes[name] || all > allBytes);
}
const recorder = await bytesOf(recorderOptions("convert"));
report("recorder", `${kB(recorder)} of ${kB(recorderBytes)}`, recorder > recorderBytes);

function report(name: string, text: string, isOver: boolean): void {
  console.log(`${name.padEnd(8)} ${text}${isOver ? ": too large" : ""}`);
  if (isOver) process.exitCode = 1;
}

async function bytesOf(options: BuildOptions, without: readonly string[] = []): Promise<number> {
  const { external = [], ...bundle } = options;
  const { outputFiles } = await build({
    ...bundle,
    external: [...external, ...without],
    write: false,
  });
  const [code = new Uint8Array()] = (outputFiles ?? []).map(({ contents }) => contents);
  return gzipSync(code, { level: 9 }).length;
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
