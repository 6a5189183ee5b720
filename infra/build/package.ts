import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, globSync, rmSync } from "node:fs";
import { pathOf } from "./root.ts";

/**
 * Writes the npm package's JavaScript and types to dist/lib and dist/functions, in the checkout's own shape: the tour
 * finds the example kinds, and their CRDs, where it finds them there.
 */
export function buildPackage(): void {
  for (const folder of ["dist/lib", "dist/functions"]) {
    rmSync(pathOf(folder), { recursive: true, force: true });
  }
  const tsc = pathOf("node_modules/typescript/bin/tsc");
  const { status } = spawnSync(
    process.execPath,
    [tsc, "--project", pathOf("infra/build/tsconfig.json")],
    { stdio: "inherit" },
  );
  if (status !== 0) throw new Error(`tsc ended with ${status}`);
  copyDefinitions();
  // npx makes a command executable when it first links it, and not again when it was built anew.
  chmodSync(pathOf("dist/lib/cli/main.js"), 0o755);
}

/** `customhouse manifests` prints the example kinds' definitions whole. */
function copyDefinitions(): void {
  for (const file of globSync("functions/kinds/*/crd.yaml", { cwd: pathOf(".") })) {
    copyFileSync(pathOf(file), pathOf(`dist/${file}`));
  }
}
