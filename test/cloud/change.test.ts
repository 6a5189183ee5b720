import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { withConversion } from "../../lib/cli/verbs/manifests/conversion-stanza.ts";
import { redefine, webhookConversion } from "../cluster/support/custom-resources.ts";
import { cronTab, pizza } from "../cluster/support/kinds.ts";
import { untilMutating, untilValidating } from "../cluster/support/pizza-webhooks.ts";
import { configurations, register, webhookName } from "../cluster/support/registrations.ts";
import { startTraffic, type Traffic } from "./traffic.ts";
import { cluster, openWorld, type World } from "./world.ts";

const { key, nextKey } = cluster;
const webhooks = [
  { type: "Mutating", path: "/mutate" },
  { type: "Validating", path: "/validate" },
] as const;
const kinds = [cronTab, pizza];
let world: World;
let traffic: Traffic;

beforeAll(async () => {
  const { current } = inject("packages");
  // This tests the change: no limit may hide how often the functions are called.
  const throttle = { rate: 10_000, burst: 10_000 };
  const variables = { CUSTOMHOUSE_CLUSTER_RATE: "10000", CUSTOMHOUSE_CLUSTER_BURST: "10000" };
  world = await openWorld({ folder: current, throttle, variables });
  for (const kind of kinds) await world.define(kind);
  for (const { type, path } of webhooks) {
    await register(world.client, { type, kind: pizza, url: world.url(path) });
  }
  await untilMutating(world);
  await untilValidating(world);
  traffic = await startTraffic(world, kinds, 2);
});

afterAll(async () => {
  await traffic?.stop();
  await world?.stop();
});

/** Points the definitions and the webhooks at the urls with a key. */
async function pointAt(newKey: string): Promise<void> {
  const conversion = webhookConversion(world.url("/convert", newKey));
  for (const { plural, group } of kinds) {
    await redefine(world.client, `${plural}.${group}`, (each) => withConversion(each, conversion));
  }
  for (const { type, path } of webhooks) {
    const value = world.url(path, newKey);
    const patch = [{ op: "replace", path: "/webhooks/0/clientConfig/url", value }];
    await configurations(world.client, type).patch(webhookName, "json", patch);
  }
}

/** Waits until two seconds went by in which nobody came with a key. */
async function untilUnused(oldKey: string): Promise<void> {
  for (;;) {
    const start = world.cloud.exchanges.length;
    await sleep(2000);
    const since = world.cloud.exchanges.slice(start);
    if (since.length > 0 && !since.some(({ path }) => path.includes(oldKey))) return;
  }
}

// One after another, all under the same traffic.
describe("while clients write and read", () => {
  test("a key is rotated: both keys are valid, the webhook urls change, the former key is retired", async () => {
    await traffic.more(200);
    await world.writeSecret(world.secret({ keys: [nextKey, key] }));
    await pointAt(nextKey);
    await untilUnused(key);
    await world.writeSecret(world.secret({ keys: [nextKey] }));
    await traffic.more(200);
  });

  test("the zips of a new version replace the former ones, and then the former ones replace them", async () => {
    const { current, next } = inject("packages");
    for (const folder of [next, current, next]) {
      await world.cloud.deploy(folder);
      await traffic.more(150);
    }
  });

  test("a change of the configuration replaces the execution environments", async () => {
    await world.cloud.configure({});
    await traffic.more(150);
  });

  test("no request failed, and each read returned the last write", async () => {
    await traffic.more(Math.max(0, 2000 - traffic.count()));
    expect(await traffic.stop()).toEqual([]);
    expect(traffic.count()).toBeGreaterThanOrEqual(2000);
    // A new environment on a busy machine may not have read its keys in an attempt's time: the API server comes again.
    const { exchanges } = world.cloud;
    const others = exchanges.filter(({ status }) => status !== 200);
    expect(others.filter(({ status, asksAgain }) => status !== 503 || !asksAgain)).toEqual([]);
    expect(others.length).toBeLessThan(exchanges.length / 100);
  });
});
