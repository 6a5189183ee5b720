// npm run build: the npm package and the bundles of the three functions, in dist/. `osls package` only zips them.
import { buildBundles } from "../../lib/cli/bundle/build-bundles.ts";
import { UsageError } from "../../lib/cli/command.ts";
import { exampleBundling } from "./example-bundling.ts";
import { buildPackage } from "./package.ts";

try {
  const bundling = await exampleBundling();
  buildPackage();
  const { warnings } = await buildBundles(bundling);
  for (const warning of warnings) console.warn(warning);
} catch (fault) {
  if (!(fault instanceof UsageError)) throw fault;
  console.error(`npm run build: ${fault.message}`);
  process.exitCode = 2;
}
