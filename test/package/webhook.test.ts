import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { emptyFolder, root, run } from "./run.ts";

const folder = await emptyFolder();
const project = join(folder.path, "project");

beforeAll(async () => {
  await run(root, "npm", "pack", "--silent", "--pack-destination", folder.path);
  const kind = join(project, "kinds/job");
  await mkdir(kind, { recursive: true });
  await cp(join(root, "test/support/webhooks/crd.yaml"), join(kind, "crd.yaml"));
  await cp(join(root, "test/support/webhooks/conversion.yaml"), join(kind, "conversion.yaml"));
  await writeFile(join(project, "package.json"), '{ "private": true, "type": "module" }');
  const tarball = join(folder.path, `customhouse-${packageJson.version}.tgz`);
  await run(project, "npm", "install", "--prefer-offline", "--no-audit", tarball);
});

afterAll(() => folder[Symbol.asyncDispose]());

/** Serves the project's kinds while a test runs. */
async function serve(): Promise<AsyncDisposable & { readonly url: string; readonly ca: string }> {
  const main = "node_modules/customhouse/dist/lib/cli/main.js";
  const words = [main, "serve", "--port", "0", "--ca", "ca"];
  const child = spawn(process.execPath, words, {
    cwd: project,
    stdio: ["ignore", "pipe", "inherit"],
  });
  // Every line is read: a server that can't write its log stops.
  const lines = createInterface({ input: child.stdout });
  const [url, ca] = await new Promise<readonly string[]>((resolve) => {
    const first: string[] = [];
    lines.on("line", (line) => {
      if (first.length < 2 && first.push(line) === 2) resolve(first);
    });
  });
  return {
    url: String(url),
    ca: String(ca),
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await once(child, "exit");
    },
  };
}

describe("the tarball in an empty project", () => {
  test("tests a webhook by url and CRD, and compares it with kinds", async () => {
    await using server = await serve();
    const url = `${server.url.replace(/\/$/, "")}/convert`;
    const trust = ["--ca", server.ca, "--runs", "5"];
    const crd = ["--crd", "kinds/job/crd.yaml"];
    const report = await run(
      project,
      "npx",
      "customhouse",
      "check",
      "--url",
      url,
      ...trust,
      ...crd,
    );
    expect(report).toMatch(/^Job\.example\.com {2}v1alpha1, v1beta1, v1 .*\nok {4}\d+ laws, /);
    const words = ["customhouse", "parity", "--old", url, "--new", "kinds", ...trust];
    expect(await run(project, "npx", ...words)).toContain("ok    both webhooks do the same");
  });
});
