import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { functionNames } from "../../infra/build/bundles.ts";
import { emptyFolder } from "../package/run.ts";
import { unzip } from "../package/unzip.ts";
import { type Moto, startMoto } from "./moto.ts";
import { osls, type Packaged, packageTo } from "./packaged.ts";

const stage = ["--stage", "rehearsal"];
const folder = await emptyFolder();
let moto: Moto;
let first: Packaged;
let second: Packaged;

/** Runs a command of the Serverless Framework against moto, in one of the two services. */
function inCloud({ service }: Packaged, ...words: readonly string[]): Promise<string> {
  return osls({ service, variables: moto.variables }, ...words, ...stage);
}

function deploy(packaged: Packaged): Promise<string> {
  return inCloud(packaged, "deploy", "--package", "packaged");
}

beforeAll(async () => {
  moto = await startMoto();
  first = await packageTo(join(folder.path, "first"), stage);
  second = await packageTo(join(folder.path, "second"), stage);
});

afterAll(async () => {
  await moto?.[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

// One after another: each finds what the one before left.
describe("the stage rehearsal, without a cloud", () => {
  test.each(functionNames)("packs one file for %s", async (name) => {
    const files = unzip(await readFile(join(first.folder, `${name}.zip`)));
    expect([...files.keys()]).toEqual([`dist/${name}/index.cjs`]);
  });

  test("is not there at first", async () => {
    await expect(inCloud(first, "info")).rejects.toThrow("does not exist");
  });

  test("deploys", async () => {
    const said = await deploy(first);
    for (const name of functionNames) expect(said).toContain(`customhouse-rehearsal-${name}`);
  });

  test("says what is deployed: the form of the url, never a key", async () => {
    const said = await inCloud(first, "info", "--verbose");
    for (const name of functionNames) expect(said).toContain(`customhouse-rehearsal-${name}`);
    expect(said).toMatch(/WebhookUrl: \S+\/<cluster>\/<key>\/<convert\|mutate\|validate>/);
    expect(said).toContain("SecretId: customhouse/rehearsal/clusters");
  });

  test("sees that nothing changed", async () => {
    expect(await deploy(second)).toContain("No changes to deploy");
  });

  test("is removed", async () => {
    expect(await inCloud(first, "remove")).toContain("has been successfully removed");
    await expect(inCloud(first, "info")).rejects.toThrow("does not exist");
  });
});
