import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isObject, type JsonObject, member } from "../../lib/json/value.ts";
import { cronTab, objectIn } from "./support/kinds.ts";
import { causesOf, refusal, register, unregister, until } from "./support/registrations.ts";
import { nameOf } from "./support/resource.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await world.define(cronTab);
  await world.store(cronTab, "v1beta1");
});

afterAll(() => world?.stop());

const sentence = "spec.hostPort: hostPort could not be parsed into a separate host and port";
const spec = { cronSpec: "* * * * *", hostPort: "nocolon", replicas: 1 };
const older = () => world.objects(cronTab, "v1beta1");
const newer = () => world.objects(cronTab, "v1");

function bad(name = "bad", metadata: JsonObject = {}): JsonObject {
  const metadataOf = { name, ...metadata };
  return { apiVersion: `${cronTab.group}/v1beta1`, kind: "CronTab", metadata: metadataOf, spec };
}

/** Deletes all objects of a version with one request, as the deletion of a namespace does. */
function deleteCollection(version: string) {
  const path = `/apis/${cronTab.group}/${version}/namespaces/default/crontabs`;
  return world.client.send({ method: "DELETE", path });
}

function metadataOf(object: JsonObject): JsonObject {
  const metadata = member(object, "metadata");
  return isObject(metadata) ? metadata : {};
}

describe("without the guard, a CronTab that can't be converted to v1", () => {
  afterEach(() => older().delete("bad"));

  test("is created and makes every list in v1 fail", async () => {
    await newer().create(objectIn(cronTab, "v1", "good"));
    await older().create(bad());
    await expect(newer().list()).rejects.toThrow(sentence);
    await expect(newer().delete("bad")).rejects.toThrow(sentence);
    const patch = { metadata: { labels: { a: "b" } } };
    await expect(newer().patch("bad", "merge", patch)).rejects.toThrow(sentence);
    const run = await world.kubectl(["get", "crontabs.v1.stable.example.com"]);
    expect(run).toMatchObject({ code: 1 });
    expect(run.stderr).toContain(sentence);
    expect((await deleteCollection("v1")).status).toBe(500);
    expect(await newer().get("good")).toMatchObject({ spec: { host: "localhost" } });
    await newer().delete("good");
  });
});

describe("with the guard", () => {
  const guard = { type: "Validating", kind: cronTab, subresources: ["status"] } as const;
  const finalizers = ["example.com/wait"];

  beforeAll(async () => {
    await older().create(bad("old", { finalizers }));
    await older().create(bad("leaving", { finalizers }));
    await older().delete("leaving");
    await register(world.client, { ...guard, url: world.url("/validate") });
    await until(
      () => refusal(older().create(bad("probe"), { dryRun: "All" })),
      (message) => message !== "",
    );
  });

  afterAll(async () => {
    await unregister(world.client, "Validating");
    await until(
      () => refusal(older().create(bad("probe"), { dryRun: "All" })),
      (message) => message === "",
    );
  });

  test("a bad object that is being deleted can lose its finalizer", async () => {
    await older().patch("leaving", "merge", { metadata: { finalizers: null } });
    await expect(older().get("leaving")).rejects.toMatchObject({ status: 404 });
  });

  test("other fields of a bad object created without the guard can be changed, and the bad field only to a good value", async () => {
    await older().patch("old", "merge", {
      metadata: { labels: { a: "b" } },
      spec: { replicas: 2 },
    });
    await older()
      .sub("status")
      .patch("old", "merge", { status: { replicas: 2 } });
    const worse = { spec: { hostPort: "none" } };
    await expect(older().patch("old", "merge", worse)).rejects.toThrow(sentence);
    const mended = { metadata: { finalizers: null }, spec: { hostPort: "a:1" } };
    await older().patch("old", "merge", mended);
    await older().delete("old");
  });

  test("a bad object is denied with path and reason, and lists keep working", async () => {
    const error = await older()
      .create(bad())
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ status: 403 });
    expect(causesOf(error)).toMatchObject([
      { reason: "FieldValueInvalid", field: "spec.hostPort" },
    ]);
    const run = await world.kubectl(["create", "-f", "-"], JSON.stringify(bad()));
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain(`${sentence}: the object cannot be converted to v1`);
    await newer().create(objectIn(cronTab, "v1", "good"));
    expect((await newer().list()).map(nameOf)).toEqual(["good"]);
    await newer().delete("good");
  });
});

describe("with --nearest-valid, bad objects that are stored", () => {
  beforeAll(async () => {
    for (const name of ["bad", "worse", "worst"]) await older().create(bad(name));
    await world.restartGateway(["--nearest-valid"]);
    await until(
      () => refusal(newer().list()),
      (message) => message === "",
    );
  });

  test("are included in lists, also in those of kubectl", async () => {
    expect((await newer().list()).map(nameOf)).toEqual(["bad", "worse", "worst"]);
    expect(await newer().get("bad")).toMatchObject({ spec: { cronSpec: "* * * * *" } });
    const run = await world.kubectl(["get", "crontabs.v1.stable.example.com", "-o", "name"]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout.trim().split("\n")).toHaveLength(3);
  });

  test("are counted in the log", async () => {
    await newer().get("bad");
    const counted = expect.objectContaining({ outcome: "converted", nearest: 1, unparsed: 1 });
    const lines = expect.poll(() => world.gateway().lines, { timeout: 10_000 });
    await lines.toContainEqual(counted);
  });

  test("keep the original values through writes in v1", async () => {
    const written = await newer().get("bad");
    const status = { replicas: 3 };
    await newer().update({ ...written, metadata: { ...metadataOf(written), labels: { a: "b" } } });
    await newer().sub("status").patch("bad", "merge", { status });
    const read = await older().get("bad");
    expect(read["spec"]).toEqual(spec);
    expect(read["status"]).toEqual(status);
    expect(metadataOf(read)).not.toHaveProperty("annotations");
    expect(metadataOf(read)).toMatchObject({ labels: { a: "b" } });
  });

  test("can be deleted in v1, one by one and all at once", async () => {
    await newer().delete("bad");
    expect((await deleteCollection("v1")).status).toBe(200);
    expect(await older().list()).toEqual([]);
  });

  test("come back unchanged where v1 is stored", async () => {
    await world.store(cronTab, "v1");
    await older().create(bad());
    expect(await newer().get("bad")).not.toHaveProperty(["spec", "hostPort"]);
    const read = await older().get("bad");
    expect(read["spec"]).toEqual(spec);
    expect(metadataOf(read)).not.toHaveProperty("annotations");
    await newer().delete("bad");
  });
});
