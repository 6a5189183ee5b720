import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { root, run, runWith } from "../package/run.ts";

const requirements = join(root, "test/cloud/requirements.txt");
const cache =
  process.env["CUSTOMHOUSE_CLOUD_TOOLS"] ?? join(root, "node_modules/.cache/customhouse-cloud");
const packages = join(cache, createHash("sha256").update(readFileSync(requirements)).digest("hex"));

/**
 * Installs moto and cfn-lint, as `requirements.txt` pins them, unless they are there: about 20 s and 300 MB. They appear
 * whole or not at all, so two who start at once do no harm.
 */
export async function installTools(): Promise<void> {
  if (existsSync(packages)) return;
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(join(cache, "new-"));
  try {
    await install(fresh);
    await rename(join(fresh, "packages"), packages);
  } catch (fault) {
    if (!existsSync(packages)) throw fault;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** By the pip of a virtual environment; where Python has none to give (Debian without python3-venv), by its own. */
async function install(folder: string): Promise<void> {
  const venv = join(folder, "venv");
  const python = await run(folder, "python3", "-m", "venv", venv).then(
    () => join(venv, "bin/python"),
    () => "python3",
  );
  const words = ["install", "--quiet", "--target", "packages", "--requirement", requirements];
  await run(folder, python, "-m", "pip", ...words).catch((cause) => {
    const remedy = "install python3 (3.11 or later) with python3-venv or python3-pip";
    throw new Error(`moto and cfn-lint cannot be installed: ${remedy}`, { cause });
  });
}

/** The command of a Python that has the tools, and what its environment needs. */
export const python = { command: "python3", variables: { PYTHONPATH: packages } } as const;

/** What cfn-lint finds in a template, as it prints it; empty where it finds nothing. */
export async function lint(template: string): Promise<string> {
  const { command, variables } = python;
  return await runWith(
    { folder: root, variables },
    command,
    join(packages, "bin/cfn-lint"),
    template,
  ).catch((fault) => String(fault));
}
