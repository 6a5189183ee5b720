import { root, run } from "../package/run.ts";
import { installTools } from "./tools.ts";

/** What all files need, made once: the bundles in dist/, moto and cfn-lint. */
export async function setup(): Promise<void> {
  await run(root, process.execPath, "infra/build/build.ts");
  await installTools();
}
