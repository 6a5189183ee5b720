import { expect, test } from "vitest";
import {
  BackupIncomplete,
  backupObjects,
  hasStatusSubresource,
  restoreCommand,
} from "../../../lib/evolve/backup/backup-objects.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { cronTabs, failure, oldObject, scriptedCluster } from "../../support/scripted-cluster.ts";

const all = ["a", "b", "c"].map((name) => oldObject(name));

async function backedUp(cluster: ReturnType<typeof scriptedCluster>) {
  const objects: JsonObject[] = [];
  const count = await backupObjects(cluster, cronTabs, "v1beta1", (object) => {
    objects.push(object);
  });
  return { count, objects };
}

test("every object is written, with managedFields and without the fields that the server sets", async () => {
  const { count, objects } = await backedUp(scriptedCluster(all));
  expect(count).toBe(3);
  expect(objects[0]).toEqual({
    metadata: { namespace: "default", name: "a", managedFields: all[0]?.managedFields },
  });
});

test("an object that is created or deleted meanwhile is not a fault", async () => {
  let lists = 0;
  const cluster = scriptedCluster(all, {
    pageObjects: 9,
    intercept: () => {
      lists += 1;
      if (lists === 2) cluster.remove("b");
      if (lists === 3) cluster.objects.push(oldObject("d"));
      return undefined;
    },
  });
  expect((await backedUp(cluster)).count).toBe(2);
});

test("a backup that lacks an object is refused", async () => {
  const cluster = scriptedCluster(all);
  const get: typeof cluster.get = async (path, accept) => {
    const reply = await cluster.get(path, accept);
    return accept === undefined ? { ...reply, body: { items: [] } } : reply;
  };
  await expect(backedUp({ ...cluster, get })).rejects.toThrow(
    new BackupIncomplete("the backup lacks default/a: back up again"),
  );
});

test("a list that can't be read is reported", async () => {
  const cluster = scriptedCluster(all, { intercept: () => failure(403, "is forbidden") });
  await expect(backedUp(cluster)).rejects.toThrow("403 is forbidden");
});

test("a response that is not a list is refused, and not a list without objects", async () => {
  const intercept = () => ({ status: 200, body: { message: "<html>Please log in</html>" } });
  const cluster = scriptedCluster(all, { intercept });
  await expect(backedUp(cluster)).rejects.toThrow("200 the response is not a list");
});

test("the command quotes the file as one word, and replaces the status separately if it is a subresource", () => {
  const options = { kubectl: "kubectl --context c", file: "/b c/x.json" };
  expect(restoreCommand({ ...options, hasStatus: false })).toBe(
    "(kubectl --context c create -f '/b c/x.json' 2> /dev/null; set -e; kubectl --context c replace -f '/b c/x.json'; kubectl --context c replace -f '/b c/x.json')",
  );
  expect(restoreCommand({ ...options, hasStatus: true })).toContain("replace --subresource=status");
});

test("the status subresource is looked up in the backup's version", () => {
  const versions = [{ name: "v1", subresources: { status: {} } }, { name: "v2" }];
  const has = ["v1", "v2", "v3"].map((name) => hasStatusSubresource({ spec: { versions } }, name));
  expect(has).toEqual([true, false, false]);
});
