import { AssetsError, findAssets } from "./support/assets.ts";

/** Ends `npm run test:cluster` with an error in plain words where the binaries are missing. */
try {
  findAssets();
} catch (error) {
  if (!(error instanceof AssetsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
