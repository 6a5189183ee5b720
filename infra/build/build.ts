// npm run build: the npm package and the bundles of the three functions, in dist/. `osls package` only zips them.
import { UsageError } from "../../lib/cli/command.ts";
import { buildBundles } from "./bundles.ts";
import { compileKinds } from "./compiled-kinds.ts";
import { buildPackage } from "./package.ts";

try {
  await compileKinds();
  buildPackage();
  await buildBundles();
} catch (fault) {
  if (!(fault instanceof UsageError)) throw fault;
  console.error(`npm run build: ${fault.message}`);
  process.exitCode = 2;
}
