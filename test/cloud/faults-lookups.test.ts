import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { bodyIn, bodyOf, objectIn, pizza } from "../cluster/kinds.ts";
import { untilValidating } from "../cluster/pizza-webhooks.ts";
import { register } from "../cluster/registrations.ts";
import { type Line, openLine } from "./line.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
let line: Line;

beforeAll(async () => {
  world = await openWorld({ folder: inject("packages").current });
  line = await openLine(Number(new URL(world.server).port));
  await world.writeSecret(world.secret({ server: `https://127.0.0.1:${line.port}` }));
  await world.cloud.configure({});
  await world.define(pizza);
  await world.store(pizza, "v1alpha1");
  await register(world.client, { type: "Validating", kind: pizza, url: world.url("/validate") });
  await untilValidating(world);
});

afterAll(async () => {
  await line?.[Symbol.asyncDispose]();
  await world?.stop();
});

describe("x", () => {
  test("down", async () => {
    line.be({ type: "down" });
    await world.cloud.configure({});
    const start = world.cloud.log.entries.length;
    const at = Date.now();
    const run = await world.kubectl(
      ["create", "-f", "-"],
      JSON.stringify(objectIn(pizza, "v1beta1", "a")),
    );
    console.log(run, Date.now() - at, world.cloud.log.textSince(start));
    line.be({ type: "slow", ms: 60_000 });
    await world.cloud.configure({});
    const start2 = world.cloud.log.entries.length;
    const at2 = Date.now();
    const run2 = await world.kubectl(
      ["create", "-f", "-"],
      JSON.stringify(objectIn(pizza, "v1beta1", "a")),
    );
    console.log(run2, Date.now() - at2, world.cloud.log.textSince(start2));
    expect(bodyOf({})).toEqual(bodyIn(pizza, "v1beta1", "before"));
  });
});
