import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bundledKinds } from "../../../lib/cli/bundle/bundled-kinds.ts";
import { bundleOptions, partNamesOf, partOptions } from "../../../lib/cli/bundle/bundles.ts";

let kinds: string;
beforeEach(() => {
  kinds = join(mkdtempSync(join(tmpdir(), "customhouse-bundled-")), "kinds");
  cpSync("test/unit/cli/kinds/queue", join(kinds, "queue"), { recursive: true });
});
afterEach(() => rmSync(join(kinds, ".."), { recursive: true }));

const review = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "ConversionReview",
  request: {
    uid: "1",
    desiredAPIVersion: "example.com/v1",
    objects: [
      {
        apiVersion: "example.com/v2",
        kind: "Queue",
        metadata: { name: "a", namespace: "b", uid: "2" },
        spec: { cohortName: "all", strategy: "Fast" },
      },
    ],
  },
};

/** Bundles the function of the verb convert, and returns its code. */
async function bundledText(kindsFolder: string): Promise<string> {
  const out = join(kindsFolder, "../out");
  const bundling = { kinds: await bundledKinds([kindsFolder], true), folder: out };
  const parts = partNamesOf("convert").map((part) => partOptions("convert", part, out));
  await Promise.all([bundleOptions("convert", bundling), ...parts].map((each) => build(each)));
  return readFileSync(join(out, "convert/index.cjs"), "utf8");
}

/** What the bundled function responds to a review, in a process of its own. */
async function responseOf(kindsFolder: string, sent: object = review): Promise<unknown> {
  const out = join(kindsFolder, "../out");
  await bundledText(kindsFolder);
  const code = `
    console.log = () => {};
    const { handler } = require(process.argv[1]);
    handler(JSON.parse(process.argv[2]), {}).then((response) => process.stdout.write(JSON.stringify(response)));`;
  const words = ["-e", code, join(out, "convert/index.cjs"), JSON.stringify(sent)];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: "utf8", env: {} }));
}

describe("bundledKinds", () => {
  test("finds a kind of YAML by its folder, and the function converts it", async () => {
    rmSync(join(kinds, "queue/generated.ts"));
    expect(await responseOf(kinds)).toMatchObject({
      response: {
        result: { status: "Success" },
        convertedObjects: [{ spec: { cohort: "all", strategy: "Fast" } }],
      },
    });
  });

  test("bundles the reader of the old stash only for a kind whose conversion.yaml names one", async () => {
    const held = { apiVersion: "example.com/v1", kind: "Queue", spec: { strategy: "Old" } };
    const annotations = { "example.com/data": JSON.stringify(held) };
    const [object] = review.request.objects;
    const stashed = {
      ...review,
      request: {
        ...review.request,
        objects: [
          { ...object, metadata: { ...object?.metadata, annotations }, spec: { strategy: "Slow" } },
        ],
      },
    };
    rmSync(join(kinds, "queue/generated.ts"));
    const without = await bundledText(kinds);
    expect(without).not.toContain("example.com/data");
    const file = join(kinds, "queue/conversion.yaml");
    writeFileSync(file, `oldStash: example.com/data\n${readFileSync(file, "utf8")}`);
    expect((await bundledText(kinds)).length).toBeGreaterThan(without.length + 500);
    expect(await responseOf(kinds, stashed)).toMatchObject({
      response: { convertedObjects: [{ metadata: { name: "a" }, spec: { strategy: "Old" } }] },
    });
  });

  test("needs no conversion.yaml for a kind of one version", async () => {
    cpSync("examples/kinds/topping/crd.yaml", join(kinds, "topping/crd.yaml"));
    const found = await bundledKinds([kinds]);
    expect(found.map(({ kind }) => kind.kind)).toEqual(["Queue", "Topping"]);
  });

  test("ignores folders without files of a kind beside kinds", async () => {
    mkdirSync(join(kinds, "shared"));
    writeFileSync(join(kinds, "shared/names.ts"), "export const name = 1;");
    expect(await bundledKinds([kinds])).toHaveLength(1);
  });

  test.each([
    {
      name: "a kind in a folder that is too deep",
      change: () => cpSync(join(kinds, "queue"), join(kinds, "group/other"), { recursive: true }),
      fault: "/group/other is not found: a kind's folder is directly in",
    },
    {
      name: "a conversion without a definition",
      change: () => {
        mkdirSync(join(kinds, "other"));
        writeFileSync(join(kinds, "other/conversion.yaml"), "from: v1\nto: v2\n");
      },
      fault: "/other is not a kind: it has conversion.yaml, but no crd.yaml",
    },
    {
      name: "a definition of another name",
      change: () => {
        cpSync(join(kinds, "queue"), join(kinds, "other"), { recursive: true });
        renameSync(join(kinds, "other/crd.yaml"), join(kinds, "other/crd.yml"));
      },
      fault: "/other/crd.yml is not read: a kind's files are crd.yaml",
    },
    {
      name: "code whose generated.ts is stale",
      change: () => {
        cpSync("examples/kinds/topping", join(kinds, "topping"), { recursive: true });
        writeFileSync(
          join(kinds, "topping/kind.ts"),
          'export { kind } from "CHECKOUT/examples/kinds/topping/kind.ts";'.replace(
            "CHECKOUT",
            process.cwd(),
          ),
        );
        writeFileSync(join(kinds, "topping/generated.ts"), "export const crd = {};\n");
      },
      fault:
        "/topping/generated.ts is stale: it differs from what the YAML files beside it declare",
    },
  ])("refuses $name", async ({ change, fault }) => {
    change();
    await expect(bundledKinds([kinds])).rejects.toThrow(fault);
  });
});
