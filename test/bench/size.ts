import { deflateRawSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { exampleBundling } from "../../infra/build/example-bundling.ts";
import { bundleOptions, partOptions } from "../../lib/cli/bundle/bundles.ts";
import { type Group, type Row, row } from "./row.ts";

const bundling = await exampleBundling();

/** What a zip holds of each bundle, and of the part that a first review may need. */
export const size: Group = {
  name: "size",
  measure: () =>
    Promise.all([
      sizeOf("convert", bundleOptions("convert", bundling), 30),
      sizeOf("mutate", bundleOptions("mutate", bundling), 45),
      sizeOf("validate", bundleOptions("validate", bundling), 45),
      sizeOf("preservation", partOptions("convert", "preservation", bundling.folder), 20),
    ]),
};

async function sizeOf(name: string, options: BuildOptions, targetKb: number): Promise<Row> {
  const { outputFiles = [] } = await build({ ...options, write: false });
  const bytes = outputFiles.reduce((sum, { contents }) => sum + zippedBytes(contents), 0);
  return row(`size ${name} zipped`, bytes / 1000, "kB", targetKb);
}

function zippedBytes(contents: Uint8Array): number {
  return deflateRawSync(contents, { level: 9 }).length;
}
