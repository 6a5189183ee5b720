import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { bundle, packageService } from "./packaging.ts";

/** The folders of packages that all test files share. */
export interface Packages {
  /** As it is deployed. */
  readonly current: string;
  /** The same service in other bytes: what a next version is to the cloud. */
  readonly next: string;
}

declare module "vitest" {
  interface ProvidedContext {
    readonly packages: Packages;
  }
}

/** Packages once for all test files. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await bundle({ minify: false });
  const next = await packageService();
  await bundle();
  const current = await packageService();
  provide("packages", { current, next });
  return async () => {
    await Promise.all([current, next].map((folder) => rm(folder, { recursive: true })));
  };
}
