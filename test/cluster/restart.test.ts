import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bodyIn, bodyOf, cronTab, objectIn } from "./support/kinds.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await world.define(cronTab);
});

afterAll(() => world?.stop());

const names = Array.from({ length: 20 }, (_, index) => `c${String(index).padStart(2, "0")}`);

async function expectAll(version: string, state: "before" | "after"): Promise<void> {
  const found = (await world.objects(cronTab, version).list()).map(bodyOf);
  expect(found).toEqual(names.map(() => bodyIn(cronTab, version, state)));
}

/** Each step goes on from the one before. */
describe("objects over restarts and changes of the storage version", () => {
  test("a restarted server fills its caches by conversions through the webhook", async () => {
    const older = world.objects(cronTab, "v1beta1");
    for (const name of names) await older.create(objectIn(cronTab, "v1beta1", name));
    await world.restart();
    await expectAll("v1", "before");
    await expectAll("v1beta1", "before");
  });

  test("a server without a watch cache converts at each list", async () => {
    await world.restart(["--watch-cache=false"]);
    await expectAll("v1", "before");
    await expectAll("v1beta1", "before");
    await world.restart();
  });

  test("v1 becomes the storage version: half of the objects are rewritten", async () => {
    await world.store(cronTab, "v1");
    const newer = world.objects(cronTab, "v1");
    for (const name of names.slice(0, 10)) await newer.update(await newer.get(name));
    await expectAll("v1", "before");
    await expectAll("v1beta1", "before");
  });

  test("after the storage version is changed back, objects that the newer one wrote can be read", async () => {
    await world.store(cronTab, "v1beta1");
    await expectAll("v1", "before");
    await expectAll("v1beta1", "before");
  });

  test("and they can be written from both versions, over another restart", async () => {
    const [older, newer] = [world.objects(cronTab, "v1beta1"), world.objects(cronTab, "v1")];
    for (const [index, name] of names.entries()) {
      const [resource, version] = index % 2 === 0 ? [older, "v1beta1"] : [newer, "v1"];
      await resource.update({
        ...(await resource.get(name)),
        ...bodyIn(cronTab, version, "after"),
      });
    }
    await world.restart();
    await expectAll("v1", "after");
    await expectAll("v1beta1", "after");
  });
});
