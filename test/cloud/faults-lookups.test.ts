import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { bodyIn, bodyOf, metadataOf, objectIn, pizza } from "../cluster/support/kinds.ts";
import type { KubectlRun } from "../cluster/support/kubectl.ts";
import { untilValidating } from "../cluster/support/pizza-webhooks.ts";
import { register, webhookName } from "../cluster/support/registrations.ts";
import { type Line, openLine } from "./line.ts";
import { cluster, openWorld, type World } from "./world.ts";

let world: World;
let line: Line;

const objects = () => world.objects(pizza, "v1beta1");

beforeAll(async () => {
  world = await openWorld({ folder: inject("packages").current });
  line = await openLine(Number(new URL(world.server).port));
  await haveSecret({});
  await world.define(pizza);
  await world.store(pizza, "v1alpha1");
  await register(world.client, { type: "Validating", kind: pizza, url: world.url("/validate") });
  await untilValidating(world);
  await objects().create(objectIn(pizza, "v1beta1", "kept"));
});

afterEach(async () => {
  line.be({ type: "good" });
  await haveSecret({});
  await expectUnchanged("kept");
});

afterAll(async () => {
  await line?.[Symbol.asyncDispose]();
  await world?.stop();
});

/** Starts the functions anew, with these members of the secret changed, and the cluster reached over the line. */
async function haveSecret(change: { readonly token?: string }): Promise<void> {
  const server = `https://127.0.0.1:${line.port}`;
  await world.writeSecret(world.secret({ server, ...change }));
  await world.cloud.configure({});
}

async function expectUnchanged(name: string): Promise<void> {
  for (const version of pizza.versions) {
    const object = await world.objects(pizza, version).get(name);
    expect(bodyOf(object)).toEqual(bodyIn(pizza, version, "before"));
  }
}

function create(name: string): Promise<KubectlRun> {
  const object = objectIn(pizza, "v1beta1", name);
  return world.kubectl(["create", "-f", "-"], JSON.stringify(object));
}

const prefix = `Error from server (InternalError): error when creating "STDIN": Internal error occurred: failed calling webhook "${webhookName}": failed to call webhook: a lookup in the cluster failed: `;

/** Expects that the user reads our text, and never the url, which has the key. */
function expectReported(run: KubectlRun, text: string): void {
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).not.toContain(cluster.key);
  expect(run.stderr.startsWith(`${prefix}${text}`) ? "" : run.stderr).toBe("");
}

describe("a lookup", () => {
  test.each([200, 1000])(
    "the API server waits for a lookup whose response comes %i ms late",
    async (ms) => {
      line.be({ type: "slow", ms });
      await haveSecret({});
      await objects().create(objectIn(pizza, "v1beta1", `slow-${ms}`));
      await expectUnchanged(`slow-${ms}`);
    },
  );

  test.each([
    {
      name: "a lookup that takes too long",
      state: { type: "slow", ms: 60_000 } as const,
      says: "the cluster did not respond in time",
    },
    {
      name: "a lookup whose connection is cut",
      state: { type: "down" } as const,
      says: "the connection to the cluster was closed",
    },
  ])("$name is reported to the user, and nothing is stored", async ({ name, state, says }) => {
    line.be(state);
    await haveSecret({});
    const start = world.cloud.log.entries.length;
    const own = name.replaceAll(" ", "-");
    expectReported(await create(own), says);
    await expect(objects().get(own)).rejects.toMatchObject({ status: 404 });
    expect(world.cloud.log.objectsSince(start)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ verb: "validate", outcome: "unavailable", status: 503 }),
      ]),
    );
  });

  test("a lookup succeeds again after the cluster was unreachable for a while", async () => {
    line.be({ type: "down" });
    const creating = objects().create(objectIn(pizza, "v1beta1", "patient"));
    await sleep(2500);
    line.be({ type: "good" });
    expect(metadataOf(await creating)).toMatchObject({ name: "patient" });
    await expectUnchanged("patient");
  });

  test("a lookup that is forbidden (403) is reported with the remedy", async () => {
    await world.account.allow(false);
    await sleep(1000);
    expectReported(
      await create("forbidden"),
      "the cluster forbids the webhook to get toppings.restaurant.programming-kubernetes.info (403)",
    );
    await world.account.allow(true);
    await sleep(1000);
    await objects().create(objectIn(pizza, "v1beta1", "forbidden"));
    await expectUnchanged("forbidden");
  });

  test("a lookup with an expired token (401) is reported with the remedy", async () => {
    await haveSecret({ token: await world.account.expiredToken() });
    expectReported(await create("expired"), "the cluster refused the webhook's credentials (401)");
    await haveSecret({});
    await objects().create(objectIn(pizza, "v1beta1", "expired"));
    await expectUnchanged("expired");
  });

  test("a lookup has the same result with a clock that is ten minutes wrong", async () => {
    for (const clockShiftMs of [600_000, -600_000]) {
      await world.cloud.configure({ clockShiftMs });
      await objects().create(objectIn(pizza, "v1beta1", `clock${clockShiftMs}`));
      const stone = world.objects(pizza, "v1alpha1").create({
        ...objectIn(pizza, "v1alpha1", "stone"),
        spec: { toppings: ["stone"] },
      });
      await expect(stone).rejects.toThrow('topping "stone" not known');
    }
    await world.cloud.configure({ clockShiftMs: 0 });
  });
});

describe("what the functions logged during these tests", () => {
  test("contains no key and no token", () => {
    const said = world.cloud.log.textSince(0);
    expect(said).not.toBe("");
    expect(said).not.toContain(cluster.key);
    expect(said).not.toContain(world.account.token);
  });
});
