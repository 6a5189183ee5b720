import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findAssets } from "../../lib/cli/control-plane/assets.ts";
import { openCheckpoint } from "../../lib/cli/files/checkpoint-file.ts";
import { abortableDelay } from "../../lib/cli/server/abortable-delay.ts";
import { withCluster } from "../../lib/cli/server/requested-cluster.ts";
import { retryingClient } from "../../lib/cli/server/retrying-reader.ts";
import { withConversion } from "../../lib/cli/verbs/manifests/conversion-stanza.ts";
import type { ClusterClient } from "../../lib/evolve/cluster-client.ts";
import { type LiveDefinition, liveDefinition } from "../../lib/evolve/live-definition.ts";
import {
  isComplete,
  provesRewritten,
  type RewriteOptions,
  type RewriteReport,
  rewriteObjects,
  verifyRewritten,
} from "../../lib/evolve/rewrite/rewrite-objects.ts";
import { rewriteRequest } from "../../lib/evolve/rewrite/rewrite-request.ts";
import { mapAt } from "../../lib/json/members.ts";
import { isObject, type JsonObject, member } from "../../lib/json/value.ts";
import { asMap } from "../support/as-map.ts";
import {
  definitions,
  install,
  readDefinition,
  redefine,
  untilStored,
  webhookConversion,
  withStorage,
  withVersions,
} from "./support/custom-resources.ts";
import { storedVersionCounts } from "./support/etcd.ts";
import { bodyIn, bodyOf, cronTab, metadataOf, objectIn } from "./support/kinds.ts";
import { startWriter } from "./support/live-writes.ts";
import { until } from "./support/registrations.ts";
import { minorRelease } from "./support/release.ts";
import { nameOf, openResource, type Resource } from "./support/resource.ts";
import { openWorld, type World } from "./support/world.ts";

const crdName = "crontabs.stable.example.com";
const names = Array.from({ length: 60 }, (_, index) => `c${String(index).padStart(2, "0")}`);

let world: World;
let older: Resource;
let newer: Resource;
let kubeApiServer: string;

beforeAll(async () => {
  world = await openWorld();
  older = world.objects(cronTab, "v1beta1");
  newer = world.objects(cronTab, "v1");
  const version = await world.client.ask({ method: "GET", path: "/version" });
  kubeApiServer = String(version["gitVersion"]);
  const definition = withConversion(
    withStorage(await readDefinition("crontab"), "v1beta1"),
    webhookConversion(world.url("/convert")),
  );
  await install(world.client, definition);
  for (const name of names) {
    await older.apply(objectIn(cronTab, "v1beta1", name), { fieldManager: "team" });
  }
  await store("v1");
});
afterAll(() => world?.stop());

/** Makes a version the storage version, and waits until that is in force. */
async function store(version: string): Promise<void> {
  await redefine(world.client, crdName, (each) => withStorage(each, version));
  const resource = version === "v1" ? newer : older;
  await untilStored(world.relay, resource, objectIn(cronTab, version, "probe"));
}

async function definition(): Promise<LiveDefinition> {
  return liveDefinition(await definitions(world.client).get(crdName));
}

/** Connects as the command line does, and reads pages of 20 objects. */
function connected<T>(use: (client: ClusterClient) => Promise<T>): Promise<T> {
  const { kubectl: program } = findAssets();
  return withCluster({ program, kubeconfig: world.kubeconfig }, (api) => {
    const client = retryingClient(api);
    const get: ClusterClient["get"] = (path, accept) =>
      client.get(path.replace("limit=500", "limit=20"), accept);
    return use({ ...client, get });
  });
}

function options(more: Partial<RewriteOptions> = {}): RewriteOptions {
  return { kubeApiServer, wait: abortableDelay, perSecond: 1000, ...more };
}

/** Rewrites all objects. `before` sees each request that is a write, and how many there were. */
function rewrite(
  before: (writes: number) => void | Promise<void> = () => undefined,
  more: Partial<RewriteOptions> = {},
): Promise<RewriteReport> {
  return connected(async (client) => {
    let writes = 0;
    const send: ClusterClient["send"] = async (write) => {
      await before(++writes);
      return client.send(write);
    };
    return rewriteObjects({ ...client, send }, await definition(), options(more));
  });
}

/** All objects are stored at v1, by the second pass and by etcd; they say what they said, and team owns their fields. */
async function expectRewritten(): Promise<void> {
  const proof = await connected(async (client) =>
    verifyRewritten(client, await definition(), options()),
  );
  expect(proof).toMatchObject({ rewritten: 0, refused: [], wiped: [] });
  expect(provesRewritten(proof)).toBe(true);
  expect(await storedVersionCounts(world.etcdUrl, "stable.example.com/crontabs")).toEqual({
    v1: names.length,
  });
  const found = await newer.list();
  expect(found.map(nameOf)).toEqual(names);
  for (const object of found) {
    expect(managers(object)).toContain("team");
    expect(managers(object)).not.toContain("customhouse");
  }
}

function managers(object: JsonObject): readonly unknown[] {
  const { managedFields = [] } = metadataOf(object);
  return Array.isArray(managedFields)
    ? managedFields.filter(isObject).map((entry) => member(entry, "manager"))
    : [];
}

/** Has every object stored at v1beta1 again, and v1 as the storage version. */
async function unmigrate(): Promise<void> {
  await store("v1beta1");
  const report = await rewrite();
  expect(isComplete(report)).toBe(true);
  expect(await storedVersionCounts(world.etcdUrl, "stable.example.com/crontabs")).toEqual({
    v1beta1: names.length,
  });
  await store("v1");
}

test("every object is rewritten, and nothing else is changed", async () => {
  const before = await newer.list();
  const report = await rewrite();
  expect(report).toMatchObject({ objects: 60, rewritten: 60, refused: [], wiped: [] });
  await expectRewritten();
  const strip = (object: JsonObject): JsonObject => {
    const { resourceVersion: _, ...metadata } = metadataOf(object);
    return { ...object, metadata };
  };
  expect((await newer.list()).map(strip)).toEqual(before.map(strip));
});

test("parallel writers at both versions lose no write and see no failure", async () => {
  await unmigrate();
  const hot = [
    startWriter(newer, "c07", (count) => ({ spec: { port: `${count}` } })),
    startWriter(older, "c31", (count) => ({ spec: { hostPort: `h:${count}` } })),
  ];
  const report = await rewrite();
  const [one, other] = await Promise.all(hot.map((writer) => writer.stop()));
  expect(report).toMatchObject({ objects: 60, refused: [], wiped: [], gone: 0 });
  expect([one?.errors, other?.errors]).toEqual([[], []]);
  expect(await newer.get("c07")).toMatchObject({ spec: { port: `${one?.count}` } });
  expect(await newer.get("c31")).toMatchObject({ spec: { host: "h", port: `${other?.count}` } });
  await expectRewritten();
});

test("while the API server restarts the rewrite waits, and continues the list afterwards", async () => {
  await unmigrate();
  let restarted: Promise<void> | undefined;
  const report = await rewrite((writes) => {
    if (writes === 15) restarted = world.restart();
  });
  await restarted;
  expect(report).toMatchObject({ objects: 60, refused: [], wiped: [] });
  expect(isComplete(report)).toBe(true);
  await expectRewritten();
});

test("while a webhook is down the rewrite waits, and managedFields stay", async () => {
  await unmigrate();
  const { port, ca } = world.gateway();
  let outage = 0;
  const report = await rewrite(
    (writes) => {
      if (writes === 15) world.relay.aim({ port: 1, ca });
    },
    {
      wait: async (ms, signal) => {
        if (ms >= 1000 && ++outage === 8) world.relay.aim({ port, ca });
        await abortableDelay(Math.min(ms, 100), signal);
      },
    },
  );
  expect(outage).toBeGreaterThanOrEqual(8);
  expect(report).toMatchObject({ objects: 60, refused: [], wiped: [] });
  expect(isComplete(report)).toBe(true);
  await expectRewritten();
});

/** What `kubectl label` sends, at v1. */
function labelled(name: string): Promise<JsonObject> {
  return newer.patch(name, "merge", { metadata: { labels: { tried: "yes" } } });
}

test("up to 1.36 an outage removes managedFields of objects that others write, and never of rewritten ones", async () => {
  const keeps = (await minorRelease(world.client)) >= 37;
  const { metadata = null } = await newer.get("c11");
  const rewriteOne = async (): Promise<number> => {
    const form = { version: "v1", kubeApiServer };
    const request = rewriteRequest(await definition(), asMap(metadata), form);
    return (await connected((client) => client.send(request))).status;
  };
  const gateway = world.gateway();
  world.relay.aim({ port: 1, ca: gateway.ca });
  const written = await labelled("c10");
  const status = await rewriteOne();
  world.relay.aim(gateway);
  expect(managers(written).includes("team")).toBe(keeps);
  expect(status).toBe(keeps ? 200 : 500);
  expect(managers(await newer.get("c11"))).toContain("team");
  expect(await rewriteOne()).toBe(200);
  expect(await rewrite()).toMatchObject({ objects: 60, refused: [], wiped: [] });
  await newer.apply(objectIn(cronTab, "v1", "c10"), { fieldManager: "team", force: true });
  await expectRewritten();
});

test("stopped at any point, it continues from the checkpoint", async () => {
  await unmigrate();
  const file = `${world.reaper.folder}/checkpoint`;
  const skipped: number[] = [];
  for (const point of [1, 9, 20, 21]) {
    const abort = new AbortController();
    const checkpoint = openCheckpoint(file, "v1");
    const report = await rewrite(
      (writes) => {
        if (writes === point) abort.abort();
      },
      { signal: abort.signal, checkpoint },
    );
    expect(report.stopped).toBe("interrupted");
    skipped.push(report.skipped);
  }
  expect(skipped).toEqual([...skipped].sort((a, b) => a - b));
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n").length - 1;
  const report = await rewrite(undefined, { checkpoint: openCheckpoint(file, "v1") });
  expect(report).toMatchObject({ skipped: lines, rewritten: 60 - lines });
  await expectRewritten();
});

describe("an object whose rewrite admission denies", () => {
  const policies = () =>
    ["validatingadmissionpolicies", "validatingadmissionpolicybindings"].map((plural) =>
      openResource(world.client, { group: "admissionregistration.k8s.io", version: "v1", plural }),
    );

  test("is reported with its name, the others are rewritten, and a second run succeeds", async () => {
    await unmigrate();
    const [policy, binding] = policies();
    const rule = {
      apiGroups: ["stable.example.com"],
      apiVersions: ["*"],
      operations: ["UPDATE"],
      resources: ["crontabs"],
    };
    await policy?.create({
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: { name: "frozen" },
      spec: {
        matchConstraints: { resourceRules: [rule] },
        validations: [{ expression: "object.metadata.name != 'c42'", message: "c42 is frozen" }],
      },
    });
    await binding?.create({
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name: "frozen" },
      spec: { policyName: "frozen", validationActions: ["Deny"] },
    });
    const path = "/apis/stable.example.com/v1/namespaces/default/crontabs/c42?dryRun=All";
    const denied = { method: "PATCH", path, contentType: "application/merge-patch+json" } as const;
    await until(
      () => world.client.send({ ...denied, body: { metadata: { labels: { tried: "x" } } } }),
      ({ status }) => status !== 200,
    );
    const report = await rewrite();
    expect(report).toMatchObject({ objects: 60, rewritten: 59 });
    expect(report.refused).toMatchObject([{ object: "default/c42", status: 422 }]);
    expect(report.refused[0]?.message).toContain("c42 is frozen");
    await binding?.delete("frozen");
    await policy?.delete("frozen");
    await until(
      () => world.client.send({ ...denied, body: { metadata: { labels: { tried: "x" } } } }),
      ({ status }) => status === 200,
    );
    expect(await rewrite()).toMatchObject({ rewritten: 1, unchanged: 59 });
    await expectRewritten();
  });
});

test("objects that are invalid at the root are rewritten by the other version", async () => {
  await unmigrate();
  const demanding = (isDemanding: boolean) => (now: JsonObject) =>
    withVersions(now, (each) => {
      if (each["name"] !== "v1") return each;
      const { openAPIV3Schema = null } = mapAt(each, "schema");
      const rules = [{ rule: "self.metadata.name != 'c42'", message: "not c42" }];
      const { "x-kubernetes-validations": _, ...schema } = asMap(openAPIV3Schema);
      const changed = isDemanding ? { ...schema, "x-kubernetes-validations": rules } : schema;
      return { ...each, schema: { openAPIV3Schema: changed } };
    });
  await redefine(world.client, crdName, demanding(true));
  const path = "/apis/stable.example.com/v1/namespaces/default/crontabs/c42?dryRun=All";
  await until(
    () =>
      world.client.send({
        method: "PATCH",
        path,
        contentType: "application/merge-patch+json",
        body: { metadata: { labels: { tried: "x" } } },
      }),
    ({ status }) => status === 422,
  );
  const report = await rewrite();
  expect(report).toMatchObject({ objects: 60, rewritten: 60, refused: [], wiped: [] });
  await expectRewritten();
  await redefine(world.client, crdName, demanding(false));
});

test("an object without managedFields gets none", async () => {
  await unmigrate();
  const cleared = [{ op: "replace", path: "/metadata/managedFields", value: [{}] }];
  await newer.patch("c50", "json", cleared);
  await store("v1beta1");
  await rewrite();
  await store("v1");
  expect(await rewrite()).toMatchObject({ refused: [], wiped: [] });
  expect(metadataOf(await newer.get("c50"))).not.toHaveProperty("managedFields");
  expect(bodyOf(await newer.get("c50"))).toEqual(bodyIn(cronTab, "v1", "before"));
});
