import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The first Node that reads TypeScript by itself, which the kinds of a checkout are written in. */
const needed = [22, 18] as const;

/**
 * Runs this same command on the Node that the project at hand installed, where the machine's own is too old to read
 * kinds in TypeScript; gives its exit code, or undefined where this Node will do or is all there is.
 */
export function runOnNewerNode(): number | undefined {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return undefined;
  const node = installedNode(process.cwd());
  if (node === undefined || node === process.execPath) return undefined;
  const { status } = spawnSync(node, process.argv.slice(1), { stdio: "inherit" });
  return status ?? 1;
}

function installedNode(folder: string): string | undefined {
  const node = join(folder, "node_modules", "node", "bin", "node");
  if (existsSync(node)) return node;
  const parent = dirname(folder);
  return parent === folder ? undefined : installedNode(parent);
}
