// npm run build: the npm package and the three bundles, all in dist/. `osls package` only zips them.
import { buildBundles } from "./bundles.ts";
import { buildPackage } from "./package.ts";

buildPackage();
await buildBundles();
