import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bodyOf, cronTab, metadataOf, objectIn } from "./support/kinds.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await world.define(cronTab);
});

afterAll(() => world?.stop());

describe.each([
  { storage: "v1beta1", version: "v1beta1", other: "v1" },
  { storage: "v1beta1", version: "v1", other: "v1beta1" },
  { storage: "v1", version: "v1beta1", other: "v1" },
  { storage: "v1", version: "v1", other: "v1beta1" },
])("metadata, stored in $storage, written in $version", ({ storage, version, other }) => {
  const [here, there] = [
    () => world.objects(cronTab, version),
    () => world.objects(cronTab, other),
  ];
  const labels = { app: "cron", "example.com/tier": "back" };
  const annotations = { "example.com/note": 'says "ü", <&> and \u2028', empty: "" };

  beforeAll(() => world.store(cronTab, storage));

  afterEach(() => here().delete("a"));

  test("labels and annotations stay", async () => {
    const object = objectIn(cronTab, version, "a");
    await here().create({ ...object, metadata: { name: "a", labels, annotations } });
    expect(metadataOf(await here().get("a"))).toMatchObject({ labels, annotations });
    expect(metadataOf(await there().get("a"))).toMatchObject({ labels, annotations });
    await here().patch("a", "merge", { spec: { replicas: 5 } });
    expect(metadataOf(await there().get("a"))).toMatchObject({ labels, annotations });
  });

  test("labels and annotations are changed and removed one by one", async () => {
    await there().create({
      ...objectIn(cronTab, other, "a"),
      metadata: { name: "a", labels, annotations },
    });
    const change = { app: "changed", "example.com/tier": null, added: "yes" };
    await here().patch("a", "merge", { metadata: { labels: change, annotations: change } });
    const expected = {
      labels: { app: "changed", added: "yes" },
      annotations: { ...annotations, app: "changed", added: "yes" },
    };
    expect(metadataOf(await here().get("a"))).toMatchObject(expected);
    expect(metadataOf(await there().get("a"))).toMatchObject(expected);
    expect(metadataOf(await there().get("a"))).toHaveProperty("labels", expected.labels);
  });

  test("labels and annotations are removed altogether", async () => {
    await here().create({
      ...objectIn(cronTab, version, "a"),
      metadata: { name: "a", labels, annotations },
    });
    await there().patch("a", "merge", { metadata: { labels: null, annotations: null } });
    expect(metadataOf(await here().get("a"))).not.toHaveProperty("labels");
    expect(metadataOf(await here().get("a"))).not.toHaveProperty("annotations");
    expect(metadataOf(await there().get("a"))).not.toHaveProperty("annotations");
  });

  test("an object that both versions can represent gets no annotation", async () => {
    await here().create(objectIn(cronTab, version, "a"));
    await there().patch("a", "merge", { spec: { replicas: 5 } });
    expect(metadataOf(await here().get("a"))).not.toHaveProperty("annotations");
    expect(metadataOf(await there().get("a"))).not.toHaveProperty("annotations");
  });

  test("finalizers and owner references are not changed", async () => {
    const owner = { apiVersion: "v1", kind: "ConfigMap", name: "o", uid: "1-2-3" };
    const metadata = { name: "a", finalizers: ["example.com/f"], ownerReferences: [owner] };
    await here().create({ ...objectIn(cronTab, version, "a"), metadata });
    expect(metadataOf(await there().get("a"))).toMatchObject(metadata);
    await there().patch("a", "merge", { metadata: { finalizers: null } });
    expect(metadataOf(await here().get("a"))).not.toHaveProperty("finalizers");
  });

  test("a host without a port is preserved for v1 in an annotation that v1 does not show", async () => {
    await world.objects(cronTab, "v1").create({
      ...objectIn(cronTab, "v1", "a"),
      spec: { host: "h" },
      metadata: { name: "a", annotations },
    });
    const [newer, older] = [
      await world.objects(cronTab, "v1").get("a"),
      await world.objects(cronTab, "v1beta1").get("a"),
    ];
    expect(bodyOf(newer)).toMatchObject({ spec: { host: "h" } });
    expect(metadataOf(newer)).toHaveProperty("annotations", annotations);
    expect(bodyOf(older)).not.toHaveProperty("spec.hostPort");
    const { annotations: shown } = metadataOf(older);
    expect(Object.keys(shown ?? {})).toContainEqual(
      expect.stringMatching(/^stable\.example\.com\/kept\.v1\./),
    );
  });

  test("an edit of hostPort wins over the host that was preserved", async () => {
    const v1 = world.objects(cronTab, "v1");
    await v1.create({ ...objectIn(cronTab, "v1", "a"), spec: { host: "h" } });
    await world.objects(cronTab, "v1beta1").patch("a", "merge", { spec: { hostPort: "x:9" } });
    expect(bodyOf(await v1.get("a"))).toMatchObject({ spec: { host: "x", port: "9" } });
    expect(metadataOf(await v1.get("a"))).not.toHaveProperty("annotations");
  });
});
