import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPackage } from "../../infra/build/package.ts";
import { functionNames } from "../../lib/cli/bundle/bundles.ts";
import packageJson from "../../package.json" with { type: "json" };
import { startFunction } from "../package/lambda.ts";
import { emptyFolder, root, run } from "../package/run.ts";
import { unzip } from "../package/unzip.ts";
import { shownBlock } from "../support/docs/shown-block.ts";
import { type Moto, startMoto } from "./moto.ts";
import { osls } from "./packaged.ts";
import { lint } from "./tools.ts";

/** A project of one's own: a folder with kinds, a serverless.yml and the package as a dependency. */
const folder = await emptyFolder();
const project = join(folder.path, "project");
let moto: Moto;

/** The serverless.yml that the documentation shows. */
const serverless = await shownBlock("docs/deploy.md", "yaml serverless.yml");

/** The same with parameters for all stages. */
function withParams(params: string): string {
  return serverless.replace("params: {}", `params: ${params}`);
}

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

/** Runs osls in the project, against moto. */
function inCloud(...words: readonly string[]): Promise<string> {
  return osls({ service: project, variables: moto.variables }, ...words, "--stage", "rehearsal");
}

beforeAll(async () => {
  moto = await startMoto();
  buildPackage();
  const words = ["--ignore-scripts", "--silent", "--pack-destination", folder.path];
  await run(root, "npm", "pack", ...words);
  await mkdir(project);
  await writeFile(join(project, "package.json"), '{ "private": true, "type": "module" }');
  await writeFile(join(project, "serverless.yml"), serverless);
  await cp(join(root, "test/unit/cli/kinds"), join(project, "kinds"), { recursive: true });
  const tarball = join(folder.path, `customhouse-${packageJson.version}.tgz`);
  const esbuild = `esbuild@${packageJson.devDependencies.esbuild}`;
  await run(project, "npm", "install", "--prefer-offline", "--no-audit", tarball, esbuild);
});

afterAll(async () => {
  await moto?.[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

// One after another: each finds what the one before left.
describe("a project with the package, without a clone of the repository", () => {
  test("bundles the functions with its kinds", async () => {
    const said = await run(project, "npx", "customhouse", "build");
    expect(said).toContain("kinds: Queue.example.com\nwrote dist/convert/index.cjs");
  });

  test.each(["http", "rest"])(
    "packages a template in which cfn-lint finds no fault (%s)",
    async (gateway) => {
      await inCloud("package", "--param", `gateway=${gateway}`, "--package", gateway);
      const file = join(project, gateway, "cloudformation-template-update-stack.json");
      expect(await lint(file)).toBe("");
      const { Outputs } = JSON.parse(await readFile(file, "utf8"));
      expect(Outputs.SecretId.Value).toBe("backups/rehearsal/clusters");
    },
  );

  test("sets parameters for all stages, and for one, in its own serverless.yml", async () => {
    const file = join(project, "serverless.yml");
    await writeFile(file, withParams("{ memoryMb: 1024, logRetentionDays: 3 }"));
    await osls({ service: project }, "package", "--stage", "prod", "--package", "prod");
    const template = join(project, "prod/cloudformation-template-update-stack.json");
    const { Resources } = JSON.parse(await readFile(template, "utf8"));
    expect(Resources.ConvertLambdaFunction.Properties.MemorySize).toBe(1024);
    expect(Resources.ConvertLogGroup.Properties.RetentionInDays).toBe(30);
    // By the service too: the alarms of two projects in one account must not be raised by one another.
    expect(Resources.ConvertFailed.Properties.Namespace).toBe("Customhouse/backups/prod");
    await writeFile(file, withParams("{ memoryMB: 1024 }"));
    await expect(osls({ service: project }, "print")).rejects.toThrow(
      /Error: custom\.params has memoryMB, which is not a parameter\n/,
    );
    await writeFile(file, serverless);
  });

  test.each(functionNames)("packages the bundle of %s and nothing else", async (name) => {
    const zip = unzip(await readFile(join(project, "http", `${name}.zip`)));
    const others = [...zip.keys()].filter((file) => !file.startsWith(`dist/${name}/`));
    expect(zip.size).toBeGreaterThan(1);
    expect(others).toEqual([]);
  });

  test("converts an object of its kind by the zip alone", async () => {
    const alone = join(folder.path, "alone");
    for (const [name, bytes] of unzip(await readFile(join(project, "http/convert.zip")))) {
      await mkdir(dirname(join(alone, name)), { recursive: true });
      await writeFile(join(alone, name), bytes);
    }
    await using running = await startFunction(alone, "dist/convert/index.handler");
    expect(await running.invoke(review)).toMatchObject({
      response: {
        result: { status: "Success" },
        convertedObjects: [{ spec: { cohort: "all", strategy: "Fast" } }],
      },
    });
  });

  test("deploys", async () => {
    const said = await inCloud("deploy", "--package", "http");
    for (const name of functionNames) expect(said).toContain(`backups-rehearsal-${name}`);
  });

  test("refuses to bundle a kind that no verb would find, and keeps the last build", async () => {
    await cp(join(project, "kinds/queue"), join(project, "kinds/group/other"), { recursive: true });
    await expect(run(project, "npx", "customhouse", "build")).rejects.toThrow(
      "kinds/group/other is not found: a kind's folder is directly in",
    );
    const bundle = await readFile(join(project, "dist/convert/index.cjs"), "utf8");
    expect(bundle.length).toBeGreaterThan(1000);
  });
});
