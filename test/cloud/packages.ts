import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { TestProject } from "vitest/node";
import { exampleBundling } from "../../infra/build/example-bundling.ts";
import { allBundles } from "../../lib/cli/bundle/bundles.ts";
import { packageTo } from "./packaged.ts";

const bundling = await exampleBundling();

/** The folders of packages that all test files share. */
export interface Packages {
  /** As it is deployed to the stage `rehearsal`. */
  readonly current: string;
  /** The same with a REST API for its gateway. */
  readonly rest: string;
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
  const scratch = await mkdtemp(join(tmpdir(), "customhouse-packages-"));
  const stage = ["--stage", "rehearsal"];
  await bundle(false);
  const next = await packageTo(join(scratch, "next"), stage);
  await bundle(true);
  const current = await packageTo(join(scratch, "current"), stage);
  const rest = await packageTo(join(scratch, "rest"), [...stage, "--param", "gateway=rest"]);
  provide("packages", { current: current.folder, rest: rest.folder, next: next.folder });
  return () => rm(scratch, { recursive: true });
}

/** The bundles that are not minified do the same and are other bytes. */
async function bundle(minify: boolean): Promise<void> {
  await Promise.all(allBundles(bundling).map((options) => build({ ...options, minify })));
}
