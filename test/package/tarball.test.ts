import { cp, mkdir, readFile, realpath, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "../../lib/json/parse.ts";
import packageJson from "../../package.json" with { type: "json" };
import { partsOf } from "../support/docs/markdown.ts";
import { emptyFolder, own, root, run } from "./run.ts";

const folder = await emptyFolder();
const project = join(folder.path, "project");

/** What the widget of review.json is in v2: 2^53+1 is exact, the metadata untouched. */
const widget = {
  apiVersion: "example.org/v2",
  kind: "Widget",
  metadata: { name: "large", namespace: "default", uid: "u-1" },
  spec: { colour: "red", width: 9_007_199_254_740_993n },
};

const answer = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "ConversionReview",
  response: {
    uid: "0a1b2c3d-0000-4000-8000-000000000001",
    result: { status: "Success" },
    convertedObjects: [widget],
  },
};

beforeAll(async () => {
  await cp(join(root, "test/package/project"), project, { recursive: true });
  await writeFile(join(project, "package.json"), '{ "private": true, "type": "module" }');
  await run(root, "npm", "pack", "--silent", "--pack-destination", folder.path);
  const tarball = join(folder.path, `customhouse-${packageJson.version}.tgz`);
  const types = `@types/node@${packageJson.devDependencies["@types/node"]}`;
  await run(project, "npm", "install", "--prefer-offline", "--no-audit", tarball, types);
});

afterAll(() => folder[Symbol.asyncDispose]());

describe("the tarball in an empty project", () => {
  test("a kind in plain JavaScript is served by all three entry points", async () => {
    const printed = JSON.parse(await run(project, process.execPath, "answer.js"));
    expect(parse(printed.body)).toEqual({ ok: true, value: answer });
    expect(printed.lambda).toBe(printed.body);
    expect(printed.listened).toBe(true);
  });

  test("the command responds with the project's kinds", async () => {
    const words = ["customhouse", "answer", "convert", "review.json"];
    expect(parse(await run(project, "npx", ...words))).toEqual({ ok: true, value: answer });
  });

  test("the example kinds are never a fallback", async () => {
    const other = join(project, "other");
    await mkdir(other);
    const words = ["customhouse", "answer", "convert", "../review.json"];
    await expect(run(other, "npx", ...words)).rejects.toThrow(
      `no kinds: there is no folder ${await realpath(other)}/kinds, and --kinds was not given`,
    );
  });

  test("the tour serves the example kinds, and its output says so", async () => {
    const words = ["--once", "--payloads", join(root, "test/payloads"), "--ca", "ca"];
    const text = await run(project, "npx", "customhouse", "tour", ...words);
    expect(text).toMatch(
      /^serving the example kinds in \S+\/dist\/examples\/kinds; --kinds DIR serves others$/m,
    );
  });

  test("an old Node.js prints a line before any other module is loaded", async () => {
    const aged = `Object.defineProperty(process, "versions", { value: { node: "20.20.2" } }); delete Map.groupBy;`;
    const preload = ["--import", `data:text/javascript,${encodeURIComponent(aged)}`];
    const main = "node_modules/customhouse/dist/lib/cli/main.js";
    await expect(run(project, process.execPath, ...preload, main, "serve")).rejects.toThrow(
      /\ncustomhouse needs Node 22\.18 or newer, but runs on 20\.20\.2 \(\S+\): install a newer Node\n$/,
    );
  });

  test("npx customhouse --help names every verb", async () => {
    const text = await run(project, "npx", "customhouse", "--help");
    const verbs = [...text.matchAll(/^ {2}(\w+) +\w/gm)].map(([, verb]) => verb);
    expect(verbs).toEqual(expect.arrayContaining(["answer", "check", "generate", "serve", "tour"]));
  });

  test("a project in TypeScript compiles: module nodenext, strict, libraries checked", async () => {
    await rename(join(project, "service.ts.txt"), join(project, "service.ts"));
    const flags = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022"];
    await run(project, own("tsc"), ...flags, "--types", "node", "service.ts");
  });

  test("the documentation's lens and handlers compile, and are checked", async () => {
    const pages = ["README.md", "docs/kinds.md", "docs/admission.md"].map((page) =>
      readFile(join(root, page), "utf8"),
    );
    const parts = (await Promise.all(pages)).flatMap(partsOf);
    const textOf = (info: string): string =>
      parts.flatMap((part) =>
        part.type === "block" && part.info === info ? [part.text] : [],
      )[0] ?? "";
    const backups = join(project, "backups");
    await mkdir(backups);
    await writeFile(join(backups, "crd.yaml"), textOf("yaml crd.yaml"));
    await run(backups, "npx", "customhouse", "new", "--crd", "crd.yaml", "--ts");
    const kind = join(backups, "kinds/backup");
    await writeFile(join(kind, "conversion.ts"), textOf("ts conversion.ts"));
    // The handlers are those of a kind whose conversion is in YAML.
    const handled = join(project, "handled/kinds/backup");
    await mkdir(handled, { recursive: true });
    await writeFile(join(handled, "crd.yaml"), textOf("yaml crd.yaml"));
    const conversion = textOf("yaml kinds/backup/conversion.yaml");
    await writeFile(join(handled, "conversion.yaml"), conversion);
    for (const file of ["admission.ts", "admission.test.ts", "kind.ts"]) {
      await writeFile(join(handled, file), textOf(`ts ${file}`));
    }
    await run(join(project, "handled"), "npx", "customhouse", "generate", "--kinds", "kinds");
    const flags = ["--noEmit", "--strict", "--module", "nodenext", "--allowImportingTsExtensions"];
    const target = ["--target", "es2022", "--types", "node"];
    await run(kind, own("tsc"), ...flags, ...target, "kind.ts");
    await run(handled, own("tsc"), ...flags, ...target, "admission.test.ts");
    const report = await run(backups, "npx", "customhouse", "check", "--verbose", "--runs", "20");
    expect(report).toContain("v1beta1 and v1: 4 moved, 2 changed, 3 preserved");
  });

  test("contains no source, no test and no bundle", async () => {
    const text = await run(folder.path, "tar", "-tzf", `customhouse-${packageJson.version}.tgz`);
    const files = text.trim().split("\n");
    expect(
      files
        .filter((file) => !/^package\/(dist\/(lib|examples|functions)|docs|infra)\//.test(file))
        .sort(),
    ).toEqual([
      "package/CHANGELOG.md",
      "package/LICENSE",
      "package/README.md",
      "package/SECURITY.md",
      "package/admission.schema.json",
      "package/conversion.schema.json",
      "package/package.json",
    ]);
    expect(files.filter((file) => /(?<!\.d)\.ts$|\.cjs$/.test(file)).toSorted()).toEqual([
      "package/infra/params.cjs",
      "package/infra/rest-deployment.cjs",
      "package/infra/secrets-extension.cjs",
    ]);
  });
});
