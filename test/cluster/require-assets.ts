import { UsageError } from "../../lib/cli/command.ts";
import { findAssets } from "../../lib/cli/control-plane/assets.ts";

/** Ends `npm run test:cluster` with an error in plain words where the binaries are missing. */
try {
  findAssets();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
