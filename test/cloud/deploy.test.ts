import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { functionNames, partNamesOf } from "../../lib/cli/bundle/bundles.ts";
import { emptyFolder } from "../package/run.ts";
import { unzip } from "../package/unzip.ts";
import { type Moto, startMoto } from "./moto.ts";
import { osls, type Packaged, packageTo } from "./packaged.ts";

const stage = ["--stage", "rehearsal"];
const folder = await emptyFolder();
let moto: Moto;
let packaged: Packaged;

/** Runs a command of the Serverless Framework against moto. */
function inCloud(...words: readonly string[]): Promise<string> {
  return osls({ service: packaged.service, variables: moto.variables }, ...words, ...stage);
}

beforeAll(async () => {
  moto = await startMoto();
  packaged = await packageTo(folder.path, stage);
});

afterAll(async () => {
  await moto?.[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

// One after another: each finds what the one before left.
describe("the stage rehearsal, without a cloud", () => {
  test.each(functionNames)(
    "packages one file for %s, and the files that it loads on demand",
    async (name) => {
      const files = unzip(await readFile(join(packaged.folder, `${name}.zip`)));
      const parts = partNamesOf(name).map((part) => `${part}.cjs`);
      const expected = ["index.cjs", ...parts].map((file) => `dist/${name}/${file}`);
      expect([...files.keys()].sort()).toEqual(expected.sort());
    },
  );

  test("is not deployed at first", async () => {
    await expect(inCloud("info")).rejects.toThrow("does not exist");
  });

  test("deploys", async () => {
    const said = await inCloud("deploy", "--package", "packaged");
    for (const name of functionNames) expect(said).toContain(`customhouse-rehearsal-${name}`);
  });

  test("prints what is deployed: the form of the url, never a key", async () => {
    const said = await inCloud("info", "--verbose");
    for (const name of functionNames) expect(said).toContain(`customhouse-rehearsal-${name}`);
    expect(said).toMatch(/WebhookUrl: \S+\/<cluster>\/<key>\/<convert\|mutate\|validate>/);
    expect(said).toContain("SecretId: customhouse/rehearsal/clusters");
  });

  test("finds that nothing changed", async () => {
    await packageTo(folder.path, stage);
    const said = await inCloud("deploy", "--package", "packaged");
    expect(said).toContain("No changes to deploy");
  });

  test("is removed", async () => {
    expect(await inCloud("remove")).toContain("has been successfully removed");
    await expect(inCloud("info")).rejects.toThrow("does not exist");
  });
});
