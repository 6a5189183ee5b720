import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findAssets } from "../../lib/cli/control-plane/assets.ts";
import { takenAnnotation } from "../../lib/cli/verbs/dev/cluster/taken-conversion.ts";
import { mapAt, optionalTextAt } from "../../lib/json/members.ts";
import { parse } from "../../lib/json/parse.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { asMap } from "../support/as-map.ts";
import { databaseConversions, databaseCrd } from "../support/database-kind.ts";
import { type DevServer, devServer } from "../support/dev-server.ts";
import { type ControlPlane, startControlPlane } from "./support/control-plane.ts";
import { until as untilFits } from "./support/registrations.ts";

const files = {
  "kinds/database/crd.yaml": databaseCrd,
  "kinds/database/conversion.yaml": `conversionGuard: true\n${databaseConversions.whole}`,
};
const crd = "customresourcedefinitions/databases.example.com";
const configuration = "validatingwebhookconfigurations/customhouse-dev.databases.example.com";

const until = (call: () => Promise<boolean>) => untilFits(call, Boolean);

/** The definition's former conversion, to which nothing responds. */
const foreign = {
  strategy: "Webhook",
  webhook: {
    clientConfig: { service: { namespace: "ops", name: "convert", path: "/c", port: 8443 } },
    conversionReviewVersions: ["v1", "v1beta1"],
  },
};

let plane: ControlPlane;
let running: DevServer | undefined;

beforeAll(async () => {
  plane = await startControlPlane();
  await kubectl(["apply", "-f", "-"], databaseCrd);
  await kubectl(["wait", "--for=condition=Established", crd]);
  const object = `apiVersion: example.com/v1
kind: Database
metadata: { name: orders, namespace: default }
spec: { engine: Postgres, backupSeconds: 60 }
`;
  await until(async () => (await plane.kubectl(["apply", "-f", "-"], object)).code === 0);
});
afterAll(() => plane?.stop());
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

async function kubectl(words: readonly string[], input = ""): Promise<string> {
  const { code, stdout, stderr } = await plane.kubectl(words, input);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

async function objectAt(path: string): Promise<JsonObject> {
  const parsed = parse(await kubectl(["get", path, "-o", "json"]));
  if (!parsed.ok) throw new Error(path);
  return asMap(parsed.value);
}

async function definition(path = crd) {
  const object = await objectAt(path);
  const annotations = mapAt(mapAt(object, "metadata"), "annotations");
  return {
    conversion: mapAt(mapAt(object, "spec"), "conversion"),
    before: optionalTextAt(annotations, takenAnnotation),
  };
}

async function isConfigured(path = configuration): Promise<boolean> {
  return (await plane.kubectl(["get", path])).code === 0;
}

async function start(...words: readonly string[]): Promise<DevServer> {
  const cluster = [
    "--cluster",
    "test",
    "--kubeconfig",
    plane.kubeconfig,
    "--kubectl",
    findAssets().kubectl,
  ];
  running = await devServer(files, "--no-check", ...cluster, "--address", "127.0.0.1", ...words);
  return running;
}

const registered =
  /^the cluster of test sends its reviews to https:\/\/127\.0\.0\.1:\d+ until customhouse dev ends$/;

async function setConversion(conversion: JsonObject): Promise<void> {
  const patch = [{ op: "add", path: "/spec/conversion", value: conversion }];
  await kubectl(["patch", crd, "--type=json", "-p", JSON.stringify(patch)]);
}

describe("customhouse dev --cluster", () => {
  test("a cluster converts and admits with the saved kinds, until it ends", async () => {
    const { said, save, stop, printed } = await start();
    await said(registered);
    expect(await definition()).toMatchObject({
      conversion: { strategy: "Webhook" },
      before: expect.stringContaining('{"strategy":"None"}'),
    });
    expect(await objectAt(configuration)).toMatchObject({
      webhooks: [{ failurePolicy: "Ignore", timeoutSeconds: 5 }],
    });
    await kubectl(["annotate", "databases/orders", "owner=me"]);
    await until(async () => / validate .* UPDATE allowed /.test(await printed()));
    const old = "databases.v1beta1.example.com/orders";
    await until(async () => JSON.stringify(await objectAt(old)).includes('"postgres"'));
    save(
      "kinds/database/conversion.yaml",
      files["kinds/database/conversion.yaml"].replace("postgres: Postgres", "postgresql: Postgres"),
    );
    await said(/is served as saved/);
    expect(await objectAt(old)).toMatchObject({ spec: { engineType: "postgresql" } });
    expect(await stop()).toBe(0);
    running = undefined;
    expect(await definition()).toEqual({ conversion: { strategy: "None" }, before: undefined });
    expect(await isConfigured()).toBe(false);
  });

  describe("a kind that is added while it runs", () => {
    const ofDealers = (text: string) => text.replaceAll("atabase", "ealer");
    const [dealers, admission] = [ofDealers(crd), ofDealers(configuration)];
    const definitionOfDealers = "kinds/dealer/crd.yaml";
    const untouched = { conversion: { strategy: "None" }, before: undefined };
    const given = /^the registration in the cluster of test is updated$/;

    function addDealers({ save }: DevServer): void {
      save("kinds/dealer/conversion.yaml", ofDealers(files["kinds/database/conversion.yaml"]));
      save(definitionOfDealers, ofDealers(databaseCrd));
    }

    test("the kind is registered once its definition is there, and removed with the others", async () => {
      const server = await start();
      await server.said(registered);
      addDealers(server);
      expect(await server.said(/dealers\.example\.com/)).toBe(
        "the registration in the cluster failed: the cluster has no CustomResourceDefinition dealers.example.com: apply its crd.yaml first. The next save tries again",
      );
      await kubectl(["apply", "-f", "-"], ofDealers(databaseCrd));
      server.save(definitionOfDealers, `${ofDealers(databaseCrd)}# once more\n`);
      await server.said(given);
      expect(await definition(dealers)).toMatchObject({ conversion: { strategy: "Webhook" } });
      expect(await isConfigured(admission)).toBe(true);
      expect(await definition()).toMatchObject({ conversion: { strategy: "Webhook" } });
      expect(await server.stop()).toBe(0);
      running = undefined;
      expect(await definition(dealers)).toEqual(untouched);
      expect(await definition()).toEqual(untouched);
      expect([await isConfigured(admission), await isConfigured()]).toEqual([false, false]);
    });

    test("the registration is removed when the kind's folder is removed, and the others stay", async () => {
      const server = await start();
      await server.said(registered);
      addDealers(server);
      await server.said(given);
      await rm(join(server.folder, "kinds/dealer"), { recursive: true });
      await server.said(given);
      expect(await definition(dealers)).toEqual(untouched);
      expect([await isConfigured(admission), await isConfigured()]).toEqual([false, true]);
      expect(await definition()).toMatchObject({ conversion: { strategy: "Webhook" } });
    });

    test("the registration is removed if the process is killed", async () => {
      const server = await start();
      await server.said(registered);
      addDealers(server);
      await server.said(given);
      server.child.kill("SIGKILL");
      await once(server.child, "exit");
      await until(async () => (await definition(dealers)).before === undefined);
      await until(async () => (await definition()).before === undefined);
      expect(await definition(dealers)).toEqual(untouched);
      expect([await isConfigured(admission), await isConfigured()]).toEqual([false, false]);
    });
  });

  test("all registrations are removed if the process is killed", async () => {
    const { said, child } = await start();
    await said(registered);
    expect(await isConfigured()).toBe(true);
    child.kill("SIGKILL");
    await once(child, "exit");
    await until(async () => !(await isConfigured()) && (await definition()).before === undefined);
    expect(await definition()).toEqual({ conversion: { strategy: "None" }, before: undefined });
  });

  test("a conversion by another webhook is not changed", async () => {
    await setConversion(foreign);
    const { said, stop } = await start();
    await said(registered);
    expect(await said(/^note: /)).toBe(
      "note: databases.example.com is already converted by the Service ops/convert and was left unchanged: --take-over replaces that conversion until customhouse dev ends",
    );
    expect(await definition()).toEqual({ conversion: foreign, before: undefined });
    await stop();
    running = undefined;
    expect(await definition()).toEqual({ conversion: foreign, before: undefined });
  });

  test("with --take-over the webhook is replaced, and restored if the process is killed", async () => {
    await setConversion(foreign);
    const { said, child } = await start("--take-over");
    await said(registered);
    expect(JSON.stringify(await definition())).toMatch(/127\.0\.0\.1.*ops/);
    child.kill("SIGKILL");
    await once(child, "exit");
    await until(async () => (await definition()).before === undefined);
    expect((await definition()).conversion).toEqual(foreign);
  });

  test("a value that somebody else has set meanwhile stays", async () => {
    await setConversion({ strategy: "None" });
    const { said, stop } = await start();
    await said(registered);
    await setConversion(foreign);
    await stop();
    running = undefined;
    expect(await definition()).toEqual({ conversion: foreign, before: undefined });
  });

  test("a cluster without the definition is not changed, and a message says so", async () => {
    const other = {
      ...files,
      "kinds/database/crd.yaml": databaseCrd.replaceAll("atabase", "ossier"),
    };
    const { code, stderr } = await refused(other, plane.kubeconfig, "test");
    expect(code).toBe(2);
    expect(stderr).toContain(
      "the cluster has no CustomResourceDefinition dossiers.example.com: apply",
    );
  });

  test.each([
    {
      name: "an API server on another machine",
      cluster: { server: "https://203.0.113.1" },
      text: "at https://203.0.113.1",
    },
    {
      name: "an API server behind a proxy",
      cluster: { server: "https://10.0.0.1", "proxy-url": "http://203.0.113.1" },
      text: "behind the proxy http://203.0.113.1",
    },
  ])("$name needs --i-know", async ({ cluster, text: place }) => {
    const config = {
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "far", cluster }],
      users: [{ name: "me", user: {} }],
      contexts: [{ name: "far", context: { cluster: "far", user: "me" } }],
    };
    const file = join(plane.reaper.folder, "far");
    await writeFile(file, JSON.stringify(config));
    const { code, stderr } = await refused(files, file, "far");
    expect(code).toBe(2);
    expect(stderr).toContain(
      `--cluster far: its API server is ${place}, so it is not a local cluster`,
    );
  });
});

/** Runs it to its end, which comes at once. */
async function refused(
  project: Readonly<Record<string, string>>,
  kubeconfig: string,
  context: string,
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const folder = await mkdtemp(join(tmpdir(), "refused-"));
  await mkdir(join(folder, "kinds/database"), { recursive: true });
  for (const [name, content] of Object.entries(project)) {
    await writeFile(join(folder, name), content);
  }
  const main = new URL("../../lib/cli/main.ts", import.meta.url).pathname;
  const cluster = ["--cluster", context, "--kubeconfig", kubeconfig, "--address", "127.0.0.1"];
  const child = spawn(
    process.execPath,
    [main, "dev", "--port", "0", "--ca", "ca", ...cluster, "--kubectl", findAssets().kubectl],
    { cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
  );
  const [stderr] = await Promise.all([text(child.stderr), once(child, "close")]);
  await rm(folder, { recursive: true });
  return { code: child.exitCode, stderr };
}
