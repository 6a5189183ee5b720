import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleBundling } from "../../../infra/build/example-bundling.ts";
import { pathOf } from "../../../infra/build/root.ts";
import { allBundles, bundleOptions, partNamesOf } from "../../../lib/cli/bundle/bundles.ts";
import { deferredModule } from "../../../lib/cli/bundle/deferred-module.ts";
import { conversionReview, cronTab as cronTabs } from "../../bench/reviews.ts";

const bundling = await exampleBundling();

const secretsFile = fileURLToPath(new URL("../../payloads/secrets.json", import.meta.url));

/** Handles one event in a process that has loaded nothing else, and says which of Node's modules that loaded. */
const firstReview = `
const before = new Set(process.moduleLoadList);
const { handler } = require(process.argv[1]);
handler(JSON.parse(process.argv[2]), {}).then((answer) => {
  const loaded = process.moduleLoadList.filter((name) => !before.has(name));
  process.stderr.write(JSON.stringify({ status: answer.statusCode, loaded }));
});`;

describe("bundleOptions", () => {
  let folder: string;
  let bytesOf: Metafile["outputs"][string]["inputs"];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "customhouse-bundle-"));
    const outfile = join(folder, "index.cjs");
    const { metafile } = await build({
      ...bundleOptions("convert", bundling),
      outfile,
      metafile: true,
    });
    bytesOf = Object.assign({}, ...Object.values(metafile.outputs).map(({ inputs }) => inputs));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("makes a bundle whose first conversion loads no slow module of Node.js", async () => {
    const { default: secrets } = await import(secretsFile, { with: { type: "json" } });
    const [key] = secrets.clusters.rehearsal.keys;
    const event = {
      version: "2.0",
      rawPath: `/rehearsal/${key}/convert`,
      headers: {},
      requestContext: { http: { method: "POST", sourceIp: "192.0.2.1" }, requestId: "r" },
      body: conversionReview(cronTabs, 1),
      isBase64Encoded: false,
    };
    const words = ["-e", firstReview, join(folder, "index.cjs"), JSON.stringify(event)];
    const env = { CUSTOMHOUSE_SECRETS_FILE: secretsFile };
    const { stderr } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
    const { status, loaded } = JSON.parse(stderr);
    expect(status).toBe(200);
    expect(loaded.join()).not.toMatch(/crypto|zlib|perf_hooks|fs\/promises|http|tls|esm/);
  });

  test.each(["count/codec.ts", "split/codec.ts"])(
    "bundles %s if a kind's lens names it",
    (file) => {
      expect(bytesIn(`lib/lens/ops/${file}`)).toBeGreaterThan(400);
    },
  );

  test.each(["keyed/codec.ts", "quantity/quantity-text.ts", "variant/claims.ts", "first/codec.ts"])(
    "bundles almost nothing of %s if no lens names it",
    (file) => {
      expect(bytesIn(`lib/lens/ops/${file}`)).toBeLessThan(100);
    },
  );

  test("distinguishes faults of an author's code from others also if no kind has a hook", async () => {
    expect(bytesIn("lib/lens/ops/hook/codec.ts")).toBeLessThan(100);
    expect(await readFile(join(folder, "index.cjs"), "utf8")).toMatch(/"thrown" ?in/);
  });

  test("bundles lenses as data, without the lens builder and the cluster client", () => {
    const carried = Object.keys(bytesOf).filter((file) => (bytesOf[file]?.bytesInOutput ?? 0) > 0);
    expect(carried.filter((file) => /lens\/build\/|cluster-lookup/.test(file))).toEqual([]);
  });

  /** The bytes of a file in the bundle; 0 for one that is left out. */
  function bytesIn(file: string): number {
    if (!existsSync(file)) throw new Error(`there is no ${file}`);
    const [own = ""] = Object.keys(bytesOf).filter((path) => path.endsWith(file));
    return bytesOf[own]?.bytesInOutput ?? 0;
  }
});

describe("deferredModule", () => {
  test("refuses a module with an export that can't be loaded by calling it", async () => {
    const module = "lib/converter/stash/names";
    const options: BuildOptions = {
      stdin: { contents: `import "./${module}.ts";`, resolveDir: pathOf(".") },
      bundle: true,
      write: false,
      logLevel: "silent",
      plugins: [deferredModule("names", module)],
    };
    await expect(build(options)).rejects.toThrow(
      "lib/converter/stash/names exports stashFormats, which is not a function",
    );
  });
});

describe("allBundles", () => {
  test.each(
    allBundles(bundling).map((options) => ({ name: options.outfile?.split("/dist/")[1], options })),
  )("$name is strict, as modules are", async ({ options }) => {
    const { outputFiles = [] } = await build({ ...options, write: false });
    expect(outputFiles.map(({ text }) => text.startsWith('"use strict";'))).toEqual([true]);
  });

  test("has a file for each function and each of its parts", () => {
    const files = allBundles(bundling).map(({ outfile = "" }) => outfile.split("/dist/")[1]);
    const parts = partNamesOf("validate").map((part) => `validate/${part}.cjs`);
    expect(files).toEqual(expect.arrayContaining(["convert/index.cjs", ...parts]));
    expect(files).not.toContain("convert/lookups.cjs");
  });
});
