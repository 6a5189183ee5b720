import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { performance } from "node:perf_hooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { functionNames } from "../../lib/cli/bundle/bundles.ts";
import packageJson from "../../package.json" with { type: "json" };
import createJson from "../../packages/create-customhouse/package.json" with { type: "json" };
import { shownBlock } from "../support/docs/shown-block.ts";
import { emptyFolder, own, root, run } from "./run.ts";
import { unzip } from "./unzip.ts";

const folder = await emptyFolder();
const tarball = join(folder.path, `customhouse-${packageJson.version}.tgz`);
const project = join(folder.path, "backups");
const times: string[] = [];

/** Runs a command, and notes how long it took. */
async function timed(name: string, where: string, ...words: readonly string[]): Promise<string> {
  const started = performance.now();
  const [command = "", ...rest] = words;
  const said = await run(where, command, ...rest);
  times.push(`${name} ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return said;
}

beforeAll(async () => {
  await run(root, "npm", "pack", "--silent", "--pack-destination", folder.path);
  await writeFile(join(folder.path, "crd.yaml"), await shownBlock("README.md", "yaml crd.yaml"));
});

afterAll(async () => {
  console.log(times.join(", "));
  await folder[Symbol.asyncDispose]();
});

// One after another: each finds what the one before left.
describe("from an empty folder, with only the packed package", () => {
  // Installs twice: by npx, and in the project.
  test("init makes a project that is installed, and its function responds to a review", {
    timeout: 180_000,
  }, async () => {
    const npx = ["npx", "--yes", "--prefer-offline", "--package", tarball];
    const words = ["customhouse", "init", "backups", "--crd", "crd.yaml", "--ci", "github"];
    const said = await timed("init to answer", folder.path, ...npx, ...words);
    expect(said).toContain("Backup v1beta1 to v1: ");
    expect(said).toMatch(
      /a ConversionReview of Backup backup-sample, from \S+ to \S+ by the draft:\n {4}Success/,
    );
    expect(said).toContain("cd backups && npm run dev");
  });

  test("its files are twelve at most, and depend on the tarball", async () => {
    const entries = await readdir(project, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
      .filter(({ name }) => name !== "package-lock.json");
    expect(files.length).toBeLessThanOrEqual(12);
    const { dependencies } = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
    expect(dependencies.customhouse).toBe(`file:../customhouse-${packageJson.version}.tgz`);
  });

  test("check refuses the draft, and passes once every TODO is resolved", async () => {
    await expect(run(project, "npm", "run", "check")).rejects.toThrow("E101");
    const file = join(project, "kinds/backup/conversion.yaml");
    await writeFile(file, await shownBlock("README.md", "yaml kinds/backup/conversion.yaml"));
    const said = await timed("check", project, "npm", "run", "check", "--", "--runs", "100");
    expect(said).toContain("ok    11 laws");
  });

  test("test runs its case", async () => {
    await run(project, "npm", "test", "--", "--update");
    expect(await timed("test", project, "npm", "test")).toContain("1 passed, 0 failed");
  });

  test("admit shows what the API server would store", async () => {
    const words = ["npx", "customhouse", "admit", "-f", "kinds/backup/samples/v1beta1.yaml"];
    expect(await timed("admit", project, ...words)).toContain("created");
  });

  test("build and osls package make three zips", async () => {
    await timed("build", project, "npx", "customhouse", "build");
    await timed("package", project, own("osls"), "package");
    for (const name of functionNames) {
      const zip = unzip(await readFile(join(project, ".serverless", `${name}.zip`)));
      expect([...zip.keys()]).toContain(`dist/${name}/index.cjs`);
    }
  });

  test("init again changes nothing", async () => {
    const words = ["init", "--crd", "../crd.yaml", "--no-install"];
    const said = await run(project, "npx", "customhouse", ...words);
    expect(said).not.toMatch(/^(?:wrote|added)/m);
    expect(said).toContain("kept kinds/backup, which exists already");
  });
});

test("npm create customhouse is init", async () => {
  const create = join(root, "packages/create-customhouse");
  const { version, dependencies } = createJson;
  expect({ version, dependencies }).toEqual({
    version: packageJson.version,
    dependencies: { customhouse: packageJson.version },
  });
  await run(create, "npm", "pack", "--silent", "--pack-destination", folder.path);
  const packages = [tarball, join(folder.path, `create-customhouse-${version}.tgz`)];
  const npx = ["--yes", "--prefer-offline", ...packages.flatMap((each) => ["--package", each])];
  const words = ["created", "--crd", "crd.yaml", "--no-install"];
  const said = await run(folder.path, "npx", ...npx, "create-customhouse", ...words);
  expect(said).toContain("wrote created/kinds/backup/crd.yaml");
});

/** A Node on this machine that is too old; undefined if there is none. */
const oldNode = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((path) => join(path, "node"))
  .filter((path) => existsSync(path))
  .find((path) => Number(execFileSync(path, ["-p", "process.versions.node.split('.')[0]"])) < 22);

test.runIf(oldNode !== undefined)(
  "an old Node.js prints one line and ends with exit code 2",
  async () => {
    await using empty = await emptyFolder();
    const main = join(root, "dist/lib/cli/main.js");
    const words = [main, "init", "--crd", join(folder.path, "crd.yaml")];
    const options = { cwd: empty.path, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(oldNode ?? "", words, options);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(
      /^customhouse needs Node 22\.18 or newer, but runs on \S+ \(\S+\): install a newer Node\n$/,
    );
    expect(await readdir(empty.path)).toEqual([]);
  },
);
