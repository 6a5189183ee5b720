import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, globSync, rmSync } from "node:fs";
import { pathOf } from "./root.ts";

/**
 * Writes the npm package's JavaScript and types to dist/lib, dist/functions and dist/examples. The layout is that of the
 * checkout, so that `customhouse tour` finds the example kinds and their CRDs.
 */
export function buildPackage(): void {
  for (const folder of ["dist/lib", "dist/functions", "dist/examples"]) {
    rmSync(pathOf(folder), { recursive: true, force: true });
  }
  const tsc = pathOf("node_modules/typescript/bin/tsc");
  const { status } = spawnSync(
    process.execPath,
    [tsc, "--project", pathOf("infra/build/tsconfig.json")],
    { stdio: "inherit" },
  );
  if (status !== 0) throw new Error(`tsc ended with exit code ${status}`);
  copyDefinitions();
  // npx makes a command executable only when it first links the command. A later build's new file would not be executable.
  chmodSync(pathOf("dist/lib/cli/main.js"), 0o755);
}

/**
 * Copies the crd.yaml of each example kind, which tsc does not copy. `test`, `admit` and `manifests` read it if `--kinds` names
 * the examples.
 */
function copyDefinitions(): void {
  for (const file of globSync("examples/kinds/*/crd.yaml", { cwd: pathOf(".") })) {
    copyFileSync(pathOf(file), pathOf(`dist/${file}`));
  }
}
