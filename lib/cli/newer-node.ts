import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

// This file is all that an old Node loads: Node's own modules, and no syntax or method younger than Node 14.

/** The first Node that reads TypeScript by itself, in which the kinds of a project may be written. */
const needed = [22, 18];

/**
 * Where this Node is too old: runs this same command on the newer Node that the project at hand installed, if there is
 * one, and gives its exit code; else prints a line and gives 2. Undefined where this Node will do.
 */
export function runOnNewerNode(): number | undefined {
  if (isNewEnough(process.versions.node)) return undefined;
  const node = installedNode(process.cwd());
  if (node === undefined || node === realpathSync(process.execPath)) {
    process.stderr.write(
      `customhouse: Node ${needed.join(".")} or newer is needed, and this is ${process.versions.node} (${process.execPath})\n`,
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
