import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bundledKinds } from "../../../lib/cli/bundle/bundled-kinds.ts";
import { bundleOptions } from "../../../lib/cli/bundle/bundles.ts";

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

/** What the bundled function responds to {@link review}, in a process of its own. */
async function responseOf(kindsFolder: string): Promise<unknown> {
  const out = join(kindsFolder, "../out");
  const bundling = { kinds: await bundledKinds([kindsFolder], true), folder: out };
  await build(bundleOptions("convert", bundling));
  const code = `
    console.log = () => {};
    const { handler } = require(process.argv[1]);
    handler(JSON.parse(process.argv[2]), {}).then((response) => process.stdout.write(JSON.stringify(response)));`;
  const words = ["-e", code, join(out, "convert/index.cjs"), JSON.stringify(review)];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: "utf8", env: {} }));
}

describe("bundledKinds", () => {
  test("a kind of YAML alone is found by its folder, and converted by the function", async () => {
    rmSync(join(kinds, "queue/generated.ts"));
    expect(await responseOf(kinds)).toMatchObject({
      response: {
        result: { status: "Success" },
        convertedObjects: [{ spec: { cohort: "all", strategy: "Fast" } }],
      },
    });
  });

  test("a kind of one version needs no conversion.yaml", async () => {
    cpSync("examples/kinds/topping/crd.yaml", join(kinds, "topping/crd.yaml"));
    const found = await bundledKinds([kinds]);
    expect(found.map(({ kind }) => kind.kind)).toEqual(["Queue", "Topping"]);
  });

  test("folders without files of a kind may lie beside kinds", async () => {
    mkdirSync(join(kinds, "shared"));
    writeFileSync(join(kinds, "shared/names.ts"), "export const name = 1;");
    expect(await bundledKinds([kinds])).toHaveLength(1);
  });

  test.each([
    {
      name: "a kind that lies too deep",
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
      fault: "/topping/generated.ts is not what its YAML files declare",
    },
  ])("$name is refused", async ({ change, fault }) => {
    change();
    await expect(bundledKinds([kinds])).rejects.toThrow(fault);
  });
});
