import { bundledKinds } from "../../lib/cli/bundle/bundled-kinds.ts";
import type { BundleRequest } from "../../lib/cli/bundle/bundles.ts";
import { pathOf } from "./root.ts";

/** What this repository deploys: the example kinds, bundled to dist/. Throws UsageError if they do not compile. */
export async function exampleBundling(): Promise<BundleRequest> {
  return { kinds: await bundledKinds([pathOf("examples/kinds")], true), folder: pathOf("dist") };
}
