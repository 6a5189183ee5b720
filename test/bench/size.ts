import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";
import { exampleBundling } from "../../infra/build/example-bundling.ts";
import { bundleOptions, type FunctionName } from "../../lib/cli/bundle/bundles.ts";
import { type Group, row } from "./row.ts";

const bundling = await exampleBundling();

const targetsKb = { convert: 30, mutate: 60, validate: 60 } as const;

/** What a zip holds of each bundle. */
export const size: Group = {
  name: "size",
  measure: () => Promise.all([sizeOf("convert"), sizeOf("mutate"), sizeOf("validate")]),
};

async function sizeOf(name: FunctionName) {
  const { outputFiles = [] } = await build({ ...bundleOptions(name, bundling), write: false });
  const bytes = outputFiles.reduce((sum, { contents }) => sum + zippedBytes(contents), 0);
  return row(`size ${name} zipped`, bytes / 1000, "kB", targetsKb[name]);
}

function zippedBytes(contents: Uint8Array): number {
  return deflateRawSync(contents, { level: 9 }).length;
}
