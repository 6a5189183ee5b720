import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildPackage } from "../../infra/build/package.ts";
import { root, run } from "../package/run.ts";

/** What is published: the package, and the one behind `npm create customhouse`. */
export interface Tarballs {
  readonly customhouse: string;
  readonly create: string;
}

declare module "vitest" {
  interface ProvidedContext {
    readonly tarballs: Tarballs;
  }
}

/** Packs this checkout once for all test files. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "customhouse-tarballs-"));
  buildPackage();
  const pack = async (source: string): Promise<string> => {
    const words = ["--ignore-scripts", "--silent", "--pack-destination", folder];
    return join(folder, (await run(source, "npm", "pack", ...words)).trim());
  };
  const customhouse = await pack(root);
  const create = await pack(join(root, "packages/create-customhouse"));
  provide("tarballs", { customhouse, create });
  return () => rm(folder, { recursive: true });
}
