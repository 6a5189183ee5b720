import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../lib/json/value.ts";
import {
  bodyIn,
  bodyOf,
  jsonPatch,
  type KindUnderTest,
  mergePatch,
  metadataOf,
  objectIn,
  type Subresource,
} from "./kinds.ts";
import { nameOf, type Resource } from "./resource.ts";
import { openWorld } from "./world.ts";

/** What a row of the table below has at hand. */
interface Scene {
  readonly kind: KindUnderTest;
  /** The version of the request. */
  readonly version: string;
  /** The other one. */
  readonly other: string;
  readonly here: Resource;
  readonly there: Resource;
}

/** A control plane with a webhook for the kind's conversions. */
interface Stage {
  objects(kind: KindUnderTest, version: string): Resource;
  define(kind: KindUnderTest): Promise<void>;
  store(kind: KindUnderTest, version: string): Promise<void>;
  stop(): Promise<void>;
}

/** Every verb of a kind, in each version, with each storage version. */
export function testVerbs(kind: KindUnderTest, open: () => Promise<Stage> = openWorld): void {
  let world: Stage;

  beforeAll(async () => {
    world = await open();
    await world.define(kind);
  });

  afterAll(() => world?.stop());

  const [first, second] = kind.versions;
  describe.each([
    { storage: first, version: first, other: second },
    { storage: first, version: second, other: first },
    { storage: second, version: first, other: second },
    { storage: second, version: second, other: first },
  ])("stored in $storage, asked in $version", ({ storage, version, other }) => {
    const scene = (): Scene => ({
      kind,
      version,
      other,
      here: world.objects(kind, version),
      there: world.objects(kind, other),
    });

    beforeAll(() => world.store(kind, storage));

    afterEach(async () => {
      const { here } = scene();
      await Promise.all((await here.list()).map((each) => here.delete(nameOf(each))));
    });

    testReads(scene);
    testUpdates(scene);
    testPatches(scene);
    kind.subresources.map((name) => subresourceTests[name](scene));
  });
}

function testReads(scene: () => Scene): void {
  test("create answers in its version", async () => {
    const { kind, version, here } = scene();
    const created = await here.create(objectIn(kind, version, "a"));
    expect(bodyOf(created)).toEqual(bodyIn(kind, version, "before"));
    expect(created).toMatchObject({ apiVersion: `${kind.group}/${version}`, kind: kind.kind });
  });

  test("get in both versions, with the same identity", async () => {
    const { kind, version, other, here, there } = scene();
    const created = await here.create(objectIn(kind, version, "a"));
    const [mine, its] = [await here.get("a"), await there.get("a")];
    expect(bodyOf(mine)).toEqual(bodyIn(kind, version, "before"));
    expect(bodyOf(its)).toEqual(bodyIn(kind, other, "before"));
    expect([metadataOf(mine), metadataOf(its)]).toEqual(Array(2).fill(metadataOf(created)));
  });

  test("list in both versions", async () => {
    const { kind, version, other, here, there } = scene();
    await here.create(objectIn(kind, version, "a"));
    await there.create(objectIn(kind, other, "b", "after"));
    const bodies = (list: JsonObject[]) => list.map(bodyOf);
    expect(bodies(await here.list())).toEqual([
      bodyIn(kind, version, "before"),
      bodyIn(kind, version, "after"),
    ]);
    expect(bodies(await there.list())).toEqual([
      bodyIn(kind, other, "before"),
      bodyIn(kind, other, "after"),
    ]);
  });

  test("watch sees what the other version writes", async () => {
    const { kind, version, other, here, there } = scene();
    const watch = await here.watch();
    await there.create(objectIn(kind, other, "watched"));
    await there.update({ ...(await there.get("watched")), ...bodyIn(kind, other, "after") });
    await there.delete("watched");
    const metadata = { name: "watched" };
    const events = [await watch.next(), await watch.next(), await watch.next()];
    watch.close();
    expect(events).toMatchObject([
      { type: "ADDED", object: { metadata, ...bodyIn(kind, version, "before") } },
      { type: "MODIFIED", object: { metadata, ...bodyIn(kind, version, "after") } },
      { type: "DELETED", object: { metadata, ...bodyIn(kind, version, "after") } },
    ]);
  });
}

async function expectAfter({ kind, version, other, here, there }: Scene): Promise<void> {
  expect(bodyOf(await here.get("a"))).toEqual(bodyIn(kind, version, "after"));
  expect(bodyOf(await there.get("a"))).toEqual(bodyIn(kind, other, "after"));
}

function testUpdates(scene: () => Scene): void {
  test("update", async () => {
    const { kind, version, here } = scene();
    const created = await here.create(objectIn(kind, version, "a"));
    await here.update({ ...created, ...bodyIn(kind, version, "after") });
    await expectAfter(scene());
  });

  test("update of what the other version created", async () => {
    const { kind, version, other, here, there } = scene();
    await there.create(objectIn(kind, other, "a"));
    await here.update({ ...(await here.get("a")), ...bodyIn(kind, version, "after") });
    await expectAfter(scene());
  });

  test("dry run answers and stores nothing", async () => {
    const { kind, version, here, there } = scene();
    const answer = await here.create(objectIn(kind, version, "a"), { dryRun: "All" });
    expect(bodyOf(answer)).toEqual(bodyIn(kind, version, "before"));
    await expect(there.get("a")).rejects.toMatchObject({ status: 404 });
  });

  test("delete what the other version created", async () => {
    const { kind, other, here, there } = scene();
    await there.create(objectIn(kind, other, "a"));
    await here.delete("a");
    await expect(there.get("a")).rejects.toMatchObject({ status: 404 });
    expect(await there.list()).toEqual([]);
  });
}

function testPatches(scene: () => Scene): void {
  test("JSON patch", async () => {
    const { kind, version, here } = scene();
    await here.create(objectIn(kind, version, "a"));
    await here.patch("a", "json", jsonPatch(kind, version));
    await expectAfter(scene());
  });

  test("merge patch", async () => {
    const { kind, version, other, here, there } = scene();
    await there.create(objectIn(kind, other, "a"));
    await here.patch("a", "merge", mergePatch(kind, version));
    await expectAfter(scene());
  });

  test("strategic merge patch is refused by the API server, as for every custom resource", async () => {
    const { kind, version, here } = scene();
    await here.create(objectIn(kind, version, "a"));
    const patch = here.patch("a", "strategic", mergePatch(kind, version));
    await expect(patch).rejects.toMatchObject({ status: 415 });
  });

  test("server-side apply creates, changes and finds nothing to do", async () => {
    const { kind, version, here } = scene();
    const by = { fieldManager: "tester" };
    await here.apply(objectIn(kind, version, "a"), by);
    const changed = await here.apply(objectIn(kind, version, "a", "after"), by);
    const again = await here.apply(objectIn(kind, version, "a", "after"), by);
    expect(metadataOf(again)).toEqual(metadataOf(changed));
    await expectAfter(scene());
  });
}

const subresourceTests: Readonly<Record<Subresource, (scene: () => Scene) => void>> = {
  status: testStatus,
  scale: testScale,
};

function testStatus(scene: () => Scene): void {
  test("status is written apart from the rest and read in both versions", async () => {
    const { kind, version, other, here, there } = scene();
    const { status } = kind;
    await here.create(objectIn(kind, version, "a"));
    await here.sub("status").patch("a", "merge", { ...mergePatch(kind, version), status });
    expect(bodyOf(await here.get("a"))).toEqual({ ...bodyIn(kind, version, "before"), status });
    expect(bodyOf(await there.get("a"))).toEqual({ ...bodyIn(kind, other, "before"), status });
    await there.update({ ...(await there.get("a")), ...bodyIn(kind, other, "after"), status: {} });
    expect(bodyOf(await here.get("a"))).toEqual({ ...bodyIn(kind, version, "after"), status });
  });
}

function testScale(scene: () => Scene): void {
  test("scale is read and written", async () => {
    const { kind, version, other, here, there } = scene();
    await there.create(objectIn(kind, other, "a"));
    const scale = await here.sub("scale").get("a");
    expect(scale).toMatchObject({ kind: "Scale", spec: { replicas: 3 } });
    await here.sub("scale").update({ ...scale, spec: { replicas: 5 } });
    await here.sub("scale").patch("a", "merge", { spec: { replicas: 7 } });
    const scaled = { ...kind, common: { ...kind.common, replicas: 7 } };
    expect(bodyOf(await here.get("a"))).toEqual(bodyIn(scaled, version, "before"));
    expect(bodyOf(await there.get("a"))).toEqual(bodyIn(scaled, other, "before"));
  });
}
