import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { bodyIn, bodyOf, cronTab, objectIn } from "../cluster/kinds.ts";
import { refusal } from "../cluster/registrations.ts";
import type { Fault } from "./gateway/faults.ts";
import type { Configuration } from "./gateway/live.ts";
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

/** All limits as the template has them. */
const asDeployed: Configuration = { limits: {} };

const prefix =
  "Error from server: conversion webhook for stable.example.com/v1beta1, Kind=CronTab failed: ";
const serverError = 'an error on the server ("unknown") has prevented the request from succeeding';
const unavailable = "the server is currently unable to handle the request";

interface Row {
  readonly name: string;
  readonly change?: Configuration;
  readonly fault?: Fault;
  /** What kubectl shows behind the prefix. */
  readonly shows: string;
  /** What the function's log group says; absent where the function is never asked. */
  readonly log?: string;
}

const rows: readonly Row[] = [
  {
    name: "a handler that throws",
    fault: { type: "throw" },
    shows: serverError,
    log: "ordered: the handler throws",
  },
  {
    name: "a process that ends",
    fault: { type: "exit" },
    shows: serverError,
    log: "Runtime exited with error: exit status 1",
  },
  {
    name: "a function out of memory",
    change: { limits: { memoryMb: 64 } },
    fault: { type: "memory" },
    shows: serverError,
    log: "Runtime exited with error: signal: SIGABRT",
  },
  {
    name: "a function past its timeout",
    change: { limits: { timeoutMs: 1000 } },
    fault: { type: "hang" },
    shows: serverError,
    log: "Task timed out after 1.00 seconds",
  },
  {
    name: "a function killed in the middle",
    fault: { type: "kill" },
    shows: serverError,
    log: "Runtime exited with error: signal: SIGKILL",
  },
  {
    name: "a stage that is throttled (429)",
    change: { throttle: { rate: 0.001, burst: 0 } },
    shows: "the server has received too many requests and has asked us to try again later",
  },
  {
    name: "a function without concurrency (503)",
    change: { limits: { reservedConcurrency: 0 } },
    shows: unavailable,
  },
  {
    name: "an integration past its timeout (503)",
    change: { integrationTimeoutMs: 300 },
    fault: { type: "slow", ms: 800 },
    shows: unavailable,
    log: "", // it goes on where nobody waits any more
  },
  {
    name: "a gateway that answers 504",
    fault: { type: "answer", status: 504, message: "Gateway Timeout" },
    shows:
      "the server was unable to return a response in the time allotted, but may still be processing the request",
  },
];

describe("a read that meets", () => {
  test.each(rows)("$name", async ({ change = {}, fault, shows, log }) => {
    const deployed = { throttle: { rate: 200, burst: 400 }, integrationTimeoutMs: 30_000 };
    await world.cloud.configure({ ...asDeployed, ...change });
    const start = world.cloud.log.entries.length;
    {
      using _ = fault && world.cloud.faults.order(fault, { times: 1000 });
      const run = await world.kubectl(["get", "crontabs.v1.stable.example.com", "kept"]);
      expect(run).toEqual({ code: 1, stdout: "", stderr: `${prefix}${shows}\n` });
    }
    const said = world.cloud.log.textSince(start);
    expect(log === undefined ? said === "" : said.includes(log)).toBe(true);
    await world.cloud.configure({ ...asDeployed, ...deployed });
    await expectKept();
  });

  test("a line that is cut", async () => {
    using _ = world.cloud.faults.order({ type: "cut" }, { times: 1000 });
    const run = await world.kubectl(["get", "crontabs.v1.stable.example.com", "kept"]);
    expect(run.stderr).toContain(": EOF");
  });

  test("a 503 with Retry-After: it is asked again, and answered", async () => {
    const headers = { "retry-after": "1" };
    using order = world.cloud.faults.order({ type: "answer", status: 503, headers });
    await expectKept();
    expect(order.met()).toBe(1);
  });
});

describe("a write that meets", () => {
  test("more than 6 MB in an event (413): Go writes six bytes for each angle bracket", async () => {
    const object = objectIn(cronTab, "v1", "large");
    const spec = { ...(object["spec"] as object), image: "<".repeat(1_100_000) };
    const message = await refusal(newer().create({ ...object, spec }));
    expect(message).toContain(
      "failed: the server responded with the status code 413 but did not return more information",
    );
    await expect(older().get("large")).rejects.toMatchObject({ status: 404 });
    await expectKept();
  });

  test("a function killed before the object is stored: it is not, and can be written again", async () => {
    using order = world.cloud.faults.order({ type: "kill" });
    const message = await refusal(newer().create(objectIn(cronTab, "v1", "early")));
    expect([order.met(), message]).toEqual([1, expect.stringContaining(serverError)]);
    await expect(older().get("early")).rejects.toMatchObject({ status: 404 });
    await newer().create(objectIn(cronTab, "v1", "early"));
    await expectKept("early");
  });

  test("a function killed once the object is stored: it is there, whole", async () => {
    using _ = world.cloud.faults.order({ type: "slow", ms: 0 });
    using order = world.cloud.faults.order({ type: "kill" }, { times: 2 });
    const message = await refusal(newer().create(objectIn(cronTab, "v1", "late")));
    expect([order.met(), message]).toEqual([2, expect.stringContaining(serverError)]);
    await expectKept("late");
  });
});

describe("a cold start", () => {
  test("under 50 parallel reviews answers all of them", async () => {
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

describe("a clock that is off", () => {
  test.each([
    { name: "ten minutes ahead", clockShiftMs: 600_000 },
    { name: "ten minutes behind", clockShiftMs: -600_000 },
  ])("by $name changes no answer", async ({ name, clockShiftMs }) => {
    await world.cloud.configure({ clockShiftMs });
    await expectKept();
    const own = name.replaceAll(" ", "-");
    await newer().create(objectIn(cronTab, "v1", own));
    await expectKept(own);
    await world.cloud.configure({ clockShiftMs: 0 });
  });
});
