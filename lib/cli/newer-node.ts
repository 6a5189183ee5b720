import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

// An old Node must be able to load this file: it imports only Node's own modules, and uses no syntax or method newer than Node 14.

/** The first Node release that runs TypeScript without a build, which kinds may be written in. */
const needed = { major: 22, minor: 18 };

/**
 * Returns undefined if this Node is new enough. If it is too old, runs the same command with the Node in the project's
 * node_modules and returns its exit code; if there is none, prints a message and returns 2.
 */
export function runOnNewerNode(): number | undefined {
  if (isNewEnough(process.versions.node)) return undefined;
  const node = installedNode(process.cwd());
  if (node === undefined || node === realpathSync(process.execPath)) {
    process.stderr.write(
      `customhouse needs Node ${needed.major}.${needed.minor} or newer, but runs on ${process.versions.node} (${process.execPath}): install a newer Node\n`,
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
