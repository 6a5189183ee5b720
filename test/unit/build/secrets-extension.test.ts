import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { exampleBundling } from "../../../infra/build/example-bundling.ts";
import { pathOf } from "../../../infra/build/root.ts";
import { bundleOptions, partOptions } from "../../../lib/cli/bundle/bundles.ts";
import { conversionReview, cronTab } from "../../bench/reviews.ts";
import { startSecretsExtension } from "../../support/secrets-extension.ts";

/** Handles one event in a process that has what Lambda's client has, and says what else that loaded. */
const firstReview = `
require("node:http");
const before = new Set(process.moduleLoadList);
const { handler } = require(process.argv[1]);
handler(JSON.parse(process.argv[2]), {}).then(({ statusCode }) => {
  const files = Object.keys(require.cache).map((file) => require("node:path").basename(file));
  const loaded = process.moduleLoadList.filter((name) => !before.has(name));
  process.stderr.write(JSON.stringify({ statusCode, files, loaded }));
});`;

test("a function with the extension loads neither the SDK nor a module that is slow to load", async () => {
  const secret = readFileSync(pathOf("test/payloads/secrets.json"), "utf8");
  await using extension = await startSecretsExtension(secret);
  const folder = await mkdtemp(join(tmpdir(), "customhouse-extension-"));
  try {
    const [outfile, part] = [join(folder, "index.cjs"), join(folder, "secrets-extension.cjs")];
    const bundling = await exampleBundling();
    await build({ ...bundleOptions("convert", bundling), outfile });
    const options = partOptions("convert", "secrets-extension", bundling.folder);
    await build({ ...options, outfile: part });
    const [key] = JSON.parse(secret).clusters.rehearsal.keys;
    const event = {
      version: "2.0",
      rawPath: `/rehearsal/${key}/convert`,
      headers: {},
      requestContext: { http: { method: "POST", sourceIp: "192.0.2.1" }, requestId: "r" },
      body: conversionReview(cronTab, 1),
      isBase64Encoded: false,
    };
    const names = { CUSTOMHOUSE_SECRET_ID: "clusters", CUSTOMHOUSE_SECRETS_EXTENSION: "on" };
    const { stderr } = await promisify(execFile)(
      process.execPath,
      ["-e", firstReview, outfile, JSON.stringify(event)],
      { env: { ...names, ...extension.environment } },
    );
    const { statusCode, files, loaded } = JSON.parse(stderr);
    expect({ statusCode, files }).toEqual({
      statusCode: 200,
      files: ["index.cjs", "secrets-extension.cjs"],
    });
    expect(loaded.join()).not.toMatch(/crypto|zlib|perf_hooks|fs\/promises|http|tls|esm/);
    expect(extension.asked).toHaveLength(1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
