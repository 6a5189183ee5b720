import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

// An old Node loads this file alone: it uses only Node's own modules, and no syntax or method newer than Node 14.

/** The first Node that runs TypeScript without a build: a project's kinds may be written in it. */
const needed = [22, 18];

/**
 * If this Node is too old, runs the same command on the newer Node that the project installed, and returns its exit
 * code; without one, prints a message and returns 2. Returns undefined where this Node is new enough.
 */
export function runOnNewerNode(): number | undefined {
  if (isNewEnough(process.versions.node)) return undefined;
  const node = installedNode(process.cwd());
  if (node === undefined || node === realpathSync(process.execPath)) {
    process.stderr.write(
      `customhouse: Node ${needed.join(".")} or newer is needed; this is ${process.versions.node} (${process.execPath})\n`,
    );
    return 2;
  }
  const { status } = spawnSync(node, process.argv.slice(1), { stdio: "inherit" });
  return status === null ? 1 : status;
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [neededMajor = 0, neededMinor = 0] = needed;
  return major > neededMajor || (major === neededMajor && minor >= neededMinor);
}

function installedNode(folder: string): string | undefined {
  const node = join(folder, "node_modules", "node", "bin", "node");
  if (existsSync(node)) return realpathSync(node);
  const parent = dirname(folder);
  return parent === folder ? undefined : installedNode(parent);
}
