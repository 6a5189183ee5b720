import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { bundleOptions, functionNames } from "../../infra/build/bundles.ts";
import { own, root, run } from "../package/run.ts";

/** Bundles the functions; otherwise than `npm run build` where options say so, for what must be another version. */
export async function bundle(options: { readonly minify?: boolean } = {}): Promise<void> {
  await Promise.all(functionNames.map((name) => build({ ...bundleOptions(name), ...options })));
}

/** Packages what is bundled with `osls package` for the stage `rehearsal`, into a new folder. */
export async function packageService(parameters: readonly string[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "customhouse-package-"));
  const words = parameters.flatMap((parameter) => ["--param", parameter]);
  await run(root, own("osls"), "package", "--stage", "rehearsal", "--package", folder, ...words);
  return folder;
}
