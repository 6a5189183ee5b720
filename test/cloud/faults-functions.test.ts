import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { JsonObject } from "../../lib/json/value.ts";
import { bodyIn, bodyOf, cronTab, objectIn, pizza } from "../cluster/support/kinds.ts";
import { untilValidating } from "../cluster/support/pizza-webhooks.ts";
import { refusal, register, unregister, webhookName } from "../cluster/support/registrations.ts";
import { asDeployed, functionFaults, serverError } from "./function-faults.ts";
import { openWorld, type World } from "./world.ts";

let world: World;

const older = () => world.objects(cronTab, "v1beta1");
const newer = () => world.objects(cronTab, "v1");

beforeAll(async () => {
  world = await openWorld({ folder: inject("packages").current });
  await world.define(cronTab);
  await world.store(cronTab, "v1beta1");
  await older().create(objectIn(cronTab, "v1beta1", "kept"));
});

afterAll(() => world?.stop());

/** What was stored reads back in both versions. */
async function expectKept(name = "kept"): Promise<void> {
  expect(bodyOf(await older().get(name))).toEqual(bodyIn(cronTab, "v1beta1", "before"));
  expect(bodyOf(await newer().get(name))).toEqual(bodyIn(cronTab, "v1", "before"));
}

/** The log says so since a moment; without a text no environment of the function was started. */
function expectLogged(verb: string, start: number, text: string | undefined): void {
  const { log, environments } = world.cloud;
  const asked = environments().filter(({ functionName }) => functionName.endsWith(verb));
  expect(text === undefined ? asked : []).toEqual([]);
  expect(log.textSince(start)).toContain(text ?? "");
}

const prefix =
  "Error from server: conversion webhook for stable.example.com/v1beta1, Kind=CronTab failed: ";
describe("a read while a fault occurs in the function", () => {
  test.each(functionFaults)("$name", async ({ change = {}, fault, shows, log }) => {
    await world.cloud.configure({ ...asDeployed, ...change });
    const start = world.cloud.log.entries.length;
    {
      using _ = fault && world.cloud.faults.order(fault, { times: 1000 });
      const run = await world.kubectl(["get", "crontabs.v1.stable.example.com", "kept"]);
      expect(run).toEqual({ code: 1, stdout: "", stderr: `${prefix}${shows}\n` });
    }
    expectLogged("convert", start, log);
    await world.cloud.configure(asDeployed);
    await expectKept();
  });

  test("a response that is cut off fails the read", async () => {
    using _ = world.cloud.faults.order({ type: "cut" }, { times: 1000 });
    const run = await world.kubectl(["get", "crontabs.v1.stable.example.com", "kept"]);
    expect(run.stderr).toContain(": EOF");
  });

  test("after a 503 with Retry-After the API server sends the request again, and the read succeeds", async () => {
    const headers = { "retry-after": "1" };
    using order = world.cloud.faults.order({ type: "answer", status: 503, headers });
    await expectKept();
    expect(order.met()).toBe(1);
  });
});

describe("a write while a fault occurs in the function", () => {
  test("a write with more than 6 MB in an event gets 413: Go writes six bytes for each angle bracket", async () => {
    const object = objectIn(cronTab, "v1", "large");
    const spec = { ...(object["spec"] as object), image: "<".repeat(1_100_000) };
    const message = await refusal(newer().create({ ...object, spec }));
    expect(message).toContain(
      "failed: the server responded with the status code 413 but did not return more information",
    );
    await expect(older().get("large")).rejects.toMatchObject({ status: 404 });
    await expectKept();
  });

  test("if the function is killed before the object is stored, it is not stored and can be written again", async () => {
    using order = world.cloud.faults.order({ type: "kill" });
    const message = await refusal(newer().create(objectIn(cronTab, "v1", "early")));
    expect([order.met(), message]).toEqual([1, expect.stringContaining(serverError)]);
    await expect(older().get("early")).rejects.toMatchObject({ status: 404 });
    await newer().create(objectIn(cronTab, "v1", "early"));
    await expectKept("early");
  });

  test("if the function is killed once the object is stored, the whole object is there", async () => {
    using _ = world.cloud.faults.order({ type: "slow", ms: 0 });
    using order = world.cloud.faults.order({ type: "kill" }, { times: 2 });
    const message = await refusal(newer().create(objectIn(cronTab, "v1", "late")));
    expect([order.met(), message]).toEqual([2, expect.stringContaining(serverError)]);
    await expectKept("late");
  });
});

describe("an admission review while a fault occurs in the function", () => {
  const pizzas = () => world.objects(pizza, "v1beta1");
  const before = `Error from server (InternalError): error when creating "STDIN": Internal error occurred: failed calling webhook "${webhookName}": failed to call webhook: `;

  beforeAll(async () => {
    await world.define(pizza);
    await register(world.client, { type: "Validating", kind: pizza, url: world.url("/validate") });
    await untilValidating(world);
  });

  afterAll(() => unregister(world.client, "Validating"));

  test.each(functionFaults)("$name", async ({ name, change = {}, fault, shows, log }) => {
    await world.cloud.configure({ ...asDeployed, ...change });
    const start = world.cloud.log.entries.length;
    const own = name.replaceAll(/[^a-z]+/g, "-").replace(/-$/, "");
    const text = JSON.stringify(objectIn(pizza, "v1beta1", own));
    {
      using _ = fault && world.cloud.faults.order(fault, { path: "/validate", times: 1000 });
      const run = await world.kubectl(["create", "-f", "-"], text);
      expect(run).toEqual({ code: 1, stdout: "", stderr: `${before}${shows}\n` });
    }
    expectLogged("validate", start, log);
    await world.cloud.configure(asDeployed);
    await expect(pizzas().get(own)).rejects.toMatchObject({ status: 404 });
    expect(await world.kubectl(["create", "-f", "-"], text)).toMatchObject({ code: 0 });
    expect(bodyOf(await pizzas().get(own))).toEqual(bodyIn(pizza, "v1beta1", "before"));
  });

  test("a function that hangs is ended, with the limits as deployed, before the API server closes the connection", async () => {
    using _ = world.cloud.faults.order({ type: "hang" }, { path: "/validate" });
    const text = JSON.stringify(objectIn(pizza, "v1beta1", "hangs"));
    const run = await world.kubectl(["create", "-f", "-"], text);
    expect(run.stderr).toBe(`${before}${serverError}\n`);
  });

  test("after a crash under failurePolicy Ignore the API server goes on without a decision", async () => {
    await unregister(world.client, "Validating");
    const url = world.url("/validate");
    const policy = { failurePolicy: "Ignore" } as const;
    await register(world.client, { type: "Validating", kind: pizza, url, ...policy });
    await untilValidating(world);
    const stone = (name: string): JsonObject => ({
      ...objectIn(pizza, "v1beta1", name),
      spec: { toppings: [{ name: "stone", quantity: 1 }] },
    });
    const denied = await refusal(pizzas().create(stone("denied")));
    expect(denied).toContain('topping "stone" not known');
    using order = world.cloud.faults.order({ type: "exit" }, { path: "/validate" });
    expect(bodyOf(await pizzas().create(stone("ignored")))).toEqual(bodyOf(stone("ignored")));
    expect(order.met()).toBe(1);
  });
});

describe("a cold start", () => {
  test("a function under 50 parallel reviews responds to all of them", async () => {
    const names = Array.from({ length: 50 }, (_, index) => `cold-${index}`);
    for (const name of names) await older().create(objectIn(cronTab, "v1beta1", name));
    await newer().list();
    await world.cloud.configure(asDeployed);
    expect(world.cloud.environments()).toEqual([]);
    const found = await Promise.all(names.map((name) => newer().get(name)));
    expect(found.map(bodyOf)).toEqual(names.map(() => bodyIn(cronTab, "v1", "before")));
    expect(world.cloud.environments().length).toBeGreaterThan(1);
    await Promise.all(names.map((name) => older().delete(name)));
  });
});

describe("a clock that is wrong", () => {
  test.each([
    { name: "ten minutes ahead", clockShiftMs: 600_000 },
    { name: "ten minutes behind", clockShiftMs: -600_000 },
  ])("by $name changes no response", async ({ name, clockShiftMs }) => {
    await world.cloud.configure({ clockShiftMs });
    await expectKept();
    const own = name.replaceAll(" ", "-");
    await newer().create(objectIn(cronTab, "v1", own));
    await expectKept(own);
    await world.cloud.configure({ clockShiftMs: 0 });
  });
});
