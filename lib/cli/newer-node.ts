import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

// An old Node loads this file alone: it uses only Node's own modules, and no syntax or method newer than Node 14.

/** The first Node that runs TypeScript without a build: a project's kinds may be written in it. */
const needed = { major: 22, minor: 18 };

/**
 * If this Node is too old, runs the same command on the newer Node that the project installed, and returns its exit
 * code; without one, prints a message and returns 2. Returns undefined where this Node is new enough.
 */
export function runOnNewerNode(): number | undefined {
  if (isNewEnough(process.versions.node)) return undefined;
  const node = installedNode(process.cwd());
  if (node === undefined || node === realpathSync(process.execPath)) {
    process.stderr.write(
      `customhouse: Node ${needed.major}.${needed.minor} or newer is needed; this is ${process.versions.node} (${process.execPath})\n`,
    );
    return 2;
  }
  const { status } = spawnSync(node, process.argv.slice(1), { stdio: "inherit" });
  return status === null ? 1 : status;
}

function isNewEnough(version: string): boolean {
  const { 0: major, 1: minor } = version.split(".");
  const isSameMajor = Number(major) === needed.major;
  return Number(major) > needed.major || (isSameMajor && Number(minor) >= needed.minor);
}

function installedNode(folder: string): string | undefined {
  const node = join(folder, "node_modules", "node", "bin", "node");
  if (existsSync(node)) return realpathSync(node);
  const parent = dirname(folder);
  return parent === folder ? undefined : installedNode(parent);
}
