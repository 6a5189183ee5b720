import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { type LocalCloud, startLocalCloud } from "../cloud/gateway/local-cloud.ts";
import { type Moto, startMoto } from "../cloud/moto.ts";
import { type ControlPlane, startControlPlane } from "../cluster/support/control-plane.ts";
import { until } from "../cluster/support/registrations.ts";
import { testBackups } from "./backups.ts";
import { deployed, gatewayNames } from "./deployment.ts";
import { ofThreeVersions, withHandlers, withHooks } from "./projects.ts";
import { openUser, type User } from "./user.ts";
import { newKey, register } from "./wiring.ts";

/** Projects of their own, each deployed by itself. That of a kind of YAML alone is in chain.test.ts. */
const projects = [
  { name: "handlers", prepare: withHandlers },
  { name: "hooks", prepare: withHooks },
  { name: "versions", prepare: ofThreeVersions },
] as const;

let user: User;
let moto: Moto;
let plane: ControlPlane;
const clouds: LocalCloud[] = [];

/** The package is installed once; each project finds it as its own. */
beforeAll(async () => {
  user = await openUser();
  const { folder } = user;
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const esbuild = `esbuild@${packageJson.devDependencies.esbuild}`;
  const install = ["install", "--no-audit", "--no-fund", inject("tarballs").customhouse, esbuild];
  [moto, plane] = await Promise.all([
    startMoto(),
    startControlPlane({ names: [gatewayNames] }),
    user.run({ folder }, "npm", ...install),
  ]);
});

afterAll(async () => {
  console.log(user?.times());
  for (const cloud of clouds) await cloud.stop();
  await plane?.stop();
  await moto?.[Symbol.asyncDispose]();
  await user?.[Symbol.asyncDispose]();
});

// At once: a deployment is mostly waiting.
describe("a project of its own", () => {
  test.concurrent.each(projects)(
    "with $name is deployed and registered in a cluster",
    async ({ name, prepare }) => {
      const project = join(user.folder, name);
      const run = (...words: readonly string[]) => user.run({ folder: project }, ...words);
      await mkdir(project);
      await symlink("../node_modules", join(project, "node_modules"));
      await prepare(project, run);
      await run("npx", "customhouse", "init", "--host", "lambda", "--ci", "none", "--no-install");
      const { host, secretId, packaged } = await user.timed(name, () =>
        deployed(user, project, moto),
      );
      expect(secretId).toBe(`${name}/rehearsal/clusters`);
      const { variables } = moto;
      const { certificate } = plane;
      const cloud = await startLocalCloud({ folder: packaged, certificate, variables });
      clouds.push(cloud);
      plane.names.set(host, cloud.port);
      await newKey(user, project, { secret: ["--secret-id", secretId], variables });
      const gateway = { address: ["--url", `https://${host}`], port: cloud.port };
      await register(user, project, plane, gateway);
    },
  );
});

describe("the cluster, by handlers,", () => {
  testBackups(
    "handled",
    () => plane,
    () => "spec.schedule: a backup needs a time",
  );
});

describe.each([
  {
    name: "hooks",
    object: { apiVersion: "example.com/v1", kind: "Box", spec: { width: 2, height: 3 } },
    expected: {
      "boxes.v1.example.com": { width: 2, height: 3 },
      "boxes.v2.example.com": { size: "2x3" },
    },
  },
  {
    name: "three versions",
    object: {
      apiVersion: "lenses.example.com/v2",
      kind: "Outpost",
      spec: { image: "a:1", host: "h", port: "1", region: "eu", level: "Urgent", retries: 2 },
    },
    expected: {
      "outposts.v1.lenses.example.com": {
        image: "a:1",
        hostPort: "h:1",
        level: "High",
        retries: 2,
      },
      "outposts.v2.lenses.example.com": {
        image: "a:1",
        host: "h",
        port: "1",
        region: "eu",
        level: "Urgent",
        retries: 2,
      },
      "outposts.v3.lenses.example.com": {
        container: { image: "a:1" },
        host: "h",
        port: "1",
        level: "Urgent",
        retries: 2,
      },
    },
  },
])("the cluster, by $name,", ({ object, expected }) => {
  test("objects are read in each version as they were written in one", async () => {
    const text = JSON.stringify({ ...object, metadata: { name: "a" } });
    await until(
      () => plane.kubectl(["create", "-f", "-"], text),
      ({ code }) => code === 0,
    );
    for (const [resource, spec] of Object.entries(expected)) {
      const { stdout } = await plane.kubectl(["get", resource, "a", "-o", "json"]);
      expect(JSON.parse(stdout).spec).toEqual(spec);
    }
  });
});
