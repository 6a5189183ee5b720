import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findAssets } from "../../lib/cli/control-plane/assets.ts";
import { abortableDelay } from "../../lib/cli/server/abortable-delay.ts";
import { withCluster } from "../../lib/cli/server/requested-cluster.ts";
import { retryingClient } from "../../lib/cli/server/retrying-reader.ts";
import { withConversion } from "../../lib/cli/verbs/manifests/conversion-stanza.ts";
import { liveDefinition } from "../../lib/evolve/live-definition.ts";
import {
  provesRewritten,
  type RewriteReport,
  verifyRewritten,
} from "../../lib/evolve/rewrite/rewrite-objects.ts";
import { mapsIn } from "../../lib/json/members.ts";
import { member } from "../../lib/json/value.ts";
import { asMap } from "../support/as-map.ts";
import {
  controllerManager,
  migratorControllers,
  migratorFlags,
  startControllers,
} from "./support/controllers.ts";
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
import { cronTab, objectIn } from "./support/kinds.ts";
import { startWriter } from "./support/live-writes.ts";
import { refusal, until } from "./support/registrations.ts";
import { openResource, type Resource } from "./support/resource.ts";
import { openWorld, type World } from "./support/world.ts";

const crdName = "crontabs.stable.example.com";
const program = controllerManager();
const names = ["a", "b", "busy", "d", "e", "frozen", "g", "h"];

let world: World;
let older: Resource;
let newer: Resource;

function resource(group: string, version: string, plural: string): Resource {
  return openResource(world.client, { group, version, plural });
}

/** Has admission deny every update of the object `frozen`, or takes that back. */
async function freeze(isFrozen: boolean): Promise<void> {
  const admission = "admissionregistration.k8s.io";
  const policies = resource(admission, "v1", "validatingadmissionpolicies");
  const bindings = resource(admission, "v1", "validatingadmissionpolicybindings");
  const rule = {
    apiGroups: ["stable.example.com"],
    apiVersions: ["*"],
    operations: ["UPDATE"],
    resources: ["crontabs"],
  };
  const validations = [{ expression: "object.metadata.name != 'frozen'" }];
  const head = { apiVersion: `${admission}/v1`, metadata: { name: "freezer" } };
  if (isFrozen) {
    const spec = { matchConstraints: { resourceRules: [rule] }, validations };
    await policies.create({ ...head, kind: "ValidatingAdmissionPolicy", spec });
    const bound = { policyName: "freezer", validationActions: ["Deny"] };
    await bindings.create({ ...head, kind: "ValidatingAdmissionPolicyBinding", spec: bound });
  } else {
    await bindings.delete("freezer");
    await policies.delete("freezer");
  }
  const label = { metadata: { labels: { tried: "x" } } };
  await until(
    () => refusal(older.patch("frozen", "merge", label, { dryRun: "All" })),
    (text) => (text !== "") === isFrozen,
  );
}

beforeAll(async () => {
  if (program === undefined) return;
  world = await openWorld({ flags: migratorFlags });
  older = world.objects(cronTab, "v1beta1");
  newer = world.objects(cronTab, "v1");
  const conversion = webhookConversion(world.url("/convert"));
  const definition = withStorage(await readDefinition("crontab"), "v1beta1");
  await install(world.client, withConversion(definition, conversion));
  for (const name of names) await older.create(objectIn(cronTab, "v1beta1", name));
  await redefine(world.client, crdName, (each) => withStorage(each, "v1"));
  await untilStored(world.relay, newer, objectIn(cronTab, "v1", "probe"));
  await freeze(true);
  await startControllers(world, program, migratorControllers);
});
afterAll(() => world?.stop());

async function storedVersions(): Promise<unknown> {
  const { status } = await definitions(world.client).get(crdName);
  return member(asMap(status), "storedVersions");
}

function storedAt(): Promise<Readonly<Record<string, number>>> {
  return storedVersionCounts(world.etcdUrl, "stable.example.com/crontabs");
}

/** A second pass over all objects, as any user may make it. */
async function verified(): Promise<RewriteReport> {
  const { gitVersion } = await world.client.ask({ method: "GET", path: "/version" });
  const definition = liveDefinition(await definitions(world.client).get(crdName));
  const cluster = { program: findAssets().kubectl, kubeconfig: world.kubeconfig };
  return withCluster(cluster, (api) =>
    verifyRewritten(retryingClient(api), definition, {
      kubeApiServer: String(gitVersion),
      wait: abortableDelay,
    }),
  );
}

/** The condition that ends a StorageVersionMigration. Its controller waits for a newer event of the resource. */
async function migrated(): Promise<unknown> {
  const group = "storagemigration.k8s.io";
  const { preferredVersion } = await world.client.ask({ method: "GET", path: `/apis/${group}` });
  const version = String(member(asMap(preferredVersion), "version"));
  const migrations = resource(group, version, "storageversionmigrations");
  await migrations.create({
    apiVersion: `${group}/${version}`,
    kind: "StorageVersionMigration",
    metadata: { name: "crontabs" },
    spec: { resource: { group: "stable.example.com", resource: "crontabs" } },
  });
  const writer = startWriter(newer, "busy", (count) => ({ spec: { replicas: count % 7 } }));
  const ended = await until(
    async () => {
      const { status = {} } = await migrations.get("crontabs");
      const conditions = mapsIn(member(asMap(status), "conditions"));
      return conditions.find(({ type, status: is }) => type !== "Running" && is === "True");
    },
    (condition) => condition !== undefined,
  );
  await writer.stop();
  return ended?.["type"];
}

describe.skipIf(program === undefined)("a StorageVersionMigration that failed", () => {
  test("trims storedVersions although objects are left behind", async () => {
    expect(await migrated()).toBe("Failed");
    expect((await storedAt())["v1beta1"]).toBeGreaterThan(0);
    await until(storedVersions, (stored) => JSON.stringify(stored) === '["v1"]');
  });

  test("is found by the second pass, which names the cause", async () => {
    const proof = await verified();
    expect(provesRewritten(proof)).toBe(false);
    expect(proof.refused).toMatchObject([{ object: "default/frozen", status: 422 }]);
    expect(await storedAt()).toEqual({ v1: 7, v1beta1: 1 });
  });

  test("is repaired: with the version back in storedVersions it can't be removed, and then all objects are rewritten", async () => {
    const back = { status: { storedVersions: ["v1beta1", "v1"] } };
    await definitions(world.client).sub("status").patch(crdName, "merge", back);
    const removal = redefine(world.client, crdName, (now) =>
      withVersions(now, (each) => (each["name"] === "v1beta1" ? undefined : each)),
    );
    await expect(removal).rejects.toThrow("missing from spec.versions");
    await freeze(false);
    expect(await verified()).toMatchObject({ rewritten: 1, refused: [] });
    expect(provesRewritten(await verified())).toBe(true);
    expect(await storedAt()).toEqual({ v1: 8 });
  });
});
