import { buildBundles } from "../../infra/build/bundles.ts";
import { installTools } from "./tools.ts";

/** What all files need, made once: the bundles in dist/, moto and cfn-lint. */
export async function setup(): Promise<void> {
  await buildBundles();
  await installTools();
}
