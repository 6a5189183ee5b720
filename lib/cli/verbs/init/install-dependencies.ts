import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** Why the dependencies are not installed, as a message; undefined if they are. */
export type InstallFault = string | undefined;

/** Lock files of other package managers, and the command that installs with each. */
const others = {
  "pnpm-lock.yaml": "pnpm install",
  "yarn.lock": "yarn install",
  "bun.lock": "bun install",
} as const;

/** Installs a project's dependencies with npm, unless the project has another package manager's lock file. */
export async function installDependencies(folder: string): Promise<InstallFault> {
  const other = Object.entries(others).find(([lock]) => existsSync(join(folder, lock)));
  if (other !== undefined) return `${other[0]} exists, so npm was not run: run ${other[1]}`;
  const words = ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  const child = spawn("npm", words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | string>((resolve) => {
    child.once("error", ({ message }) => resolve(message));
    child.once("close", (code) => resolve(code ?? 1));
  });
  const [errorOutput, code] = await Promise.all([text(child.stderr), ended, text(child.stdout)]);
  if (code === 0) return undefined;
  const reason = typeof code === "string" ? code : errorOutput.trim();
  return `npm install failed: ${reason}\nThe files are complete: run npm install in ${folder}`;
}
