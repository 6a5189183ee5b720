// npm run size: what each function's bundle weighs, gzipped as a zip holds it; exit code 1 beyond a budget.
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { bundleOptions, type FunctionName, functionNames } from "./bundles.ts";

/** Bytes of our own code, and of all with the AWS SDK's client, which is evaluated only where the secret is in AWS. */
const ownBytes = 62_000;
const allBytes = 200_000;

for (const name of functionNames) {
  const own = await bytesOf(name, ["@aws-sdk/*"]);
  const all = await bytesOf(name, []);
  const isOver = own > ownBytes || all > allBytes;
  const text = `${kB(own)} of ${kB(ownBytes)}, with the AWS SDK ${kB(all)} of ${kB(allBytes)}`;
  console.log(`${name.padEnd(8)} ${text}${isOver ? ": too large" : ""}`);
  if (isOver) process.exitCode = 1;
}

async function bytesOf(name: FunctionName, external: string[]): Promise<number> {
  const options = { ...bundleOptions(name), external, write: false } as const;
  const { outputFiles } = await build(options);
  const [code = new Uint8Array()] = outputFiles.map(({ contents }) => contents);
  return gzipSync(code, { level: 9 }).length;
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
