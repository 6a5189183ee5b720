import { statSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAssets } from "../../lib/cli/control-plane/assets.ts";
import { writeBackup } from "../../lib/cli/files/backup-file.ts";
import { clusterFlagsOf, withCluster } from "../../lib/cli/server/requested-cluster.ts";
import { retryingReader } from "../../lib/cli/server/retrying-reader.ts";
import {
  backupObjects,
  hasStatusSubresource,
  restoreCommand,
} from "../../lib/evolve/backup/backup-objects.ts";
import { liveDefinition } from "../../lib/evolve/live-definition.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { definitions } from "./support/custom-resources.ts";
import { cronTab, metadataOf, objectIn } from "./support/kinds.ts";
import { nameOf, type Resource } from "./support/resource.ts";
import { shell } from "./support/shell.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;
let older: Resource;
let newer: Resource;

beforeAll(async () => {
  world = await openWorld();
  older = world.objects(cronTab, "v1beta1");
  newer = world.objects(cronTab, "v1");
  await world.define(cronTab);
  for (const name of ["a", "b", "c"]) {
    const object = objectIn(cronTab, "v1beta1", name);
    const labelled = { ...object, metadata: { name, labels: { app: name } } };
    await older.apply(labelled, { fieldManager: "team" });
    const more = { spec: { replicas: 1 }, status: cronTab.status };
    await newer.patch(name, "merge", more, { fieldManager: "scaler" });
    await newer.sub("status").patch(name, "merge", more, { fieldManager: "controller" });
  }
});
afterAll(() => world?.stop());

/** What a restored object must have again. */
function restored(object: JsonObject): JsonObject {
  const {
    uid: _,
    resourceVersion: __,
    creationTimestamp: ___,
    generation: ____,
    ...metadata
  } = {
    ...metadataOf(object),
  };
  return { ...object, metadata };
}

test("the printed command restores objects that were changed or deleted, with status and managedFields", async () => {
  const cluster = { program: findAssets().kubectl, kubeconfig: world.kubeconfig };
  const crd = await definitions(world.client).get("crontabs.stable.example.com");
  const file = `${world.reaper.folder}/back up.json`;
  const before = await newer.list();
  expect(before[0]).toMatchObject({ status: cronTab.status, spec: { replicas: 1 } });
  const count = await withCluster(cluster, (api) =>
    writeBackup(file, (write) =>
      backupObjects(retryingReader(api), liveDefinition(crd), "v1", write),
    ),
  );
  expect(count).toBe(3);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const harm = { metadata: { labels: { app: null } }, spec: { host: "elsewhere", replicas: 7 } };
  await newer.patch("a", "merge", harm, { fieldManager: "mistake" });
  await newer.patch("a", "json", [{ op: "replace", path: "/metadata/managedFields", value: [{}] }]);
  await newer.sub("status").patch("a", "merge", { status: { replicas: 9 } });
  await newer.delete("b");
  const hasStatus = hasStatusSubresource(crd, "v1");
  const command = restoreCommand({ kubectl: clusterFlagsOf(cluster).kubectl, file, hasStatus });
  await shell(command);
  const after = await newer.list();
  expect(after.map(nameOf)).toEqual(["a", "b", "c"]);
  expect(after.map(restored)).toEqual(before.map(restored));
});
