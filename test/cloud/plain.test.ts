import { afterAll, beforeAll, expect, test } from "vitest";
import { bodyIn, bodyOf, cronTab, objectIn } from "../cluster/kinds.ts";
import { packageService } from "./packaging.ts";
import { openWorld, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld({ folder: await packageService() });
});

afterAll(() => world?.stop());

test("read", async () => {
  await world.define(cronTab);
  await world.objects(cronTab, "v1beta1").create(objectIn(cronTab, "v1beta1", "a"));
  expect(bodyOf(await world.objects(cronTab, "v1").get("a"))).toEqual(
    bodyIn(cronTab, "v1", "before"),
  );
  console.log(world.cloud.log.textSince(0));
});
