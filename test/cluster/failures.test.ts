import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "../../lib/json/write.ts";
import { cronTab, objectIn, pizza, printedCronTab } from "./support/kinds.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await world.define(cronTab);
  await world.define(printedCronTab);
  await world.define(pizza);
});

afterAll(() => world?.stop());

const sentence = "hostPort could not be parsed into a separate host and port";
const head = { kind: "CronTab", metadata: { name: "bad" } };
const bad = { ...head, apiVersion: "stable.example.com/v1beta1", spec: { hostPort: "nocolon" } };
const printedBad = { ...head, apiVersion: "example.com/v1beta1", hostPort: "nocolon" };

describe("a hostPort without a colon, stored in v1beta1", () => {
  const older = () => world.objects(cronTab, "v1beta1");

  beforeAll(() => world.store(cronTab, "v1beta1"));
  afterEach(() => older().delete("bad"));

  test("is reported to kubectl's user, with the object and the path", async () => {
    await older().create(bad);
    const run = await world.kubectl(["get", "crontabs.v1.stable.example.com", "bad"]);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain(sentence);
    expect(run.stderr).toContain("default/bad");
    expect(run.stderr).toContain("spec.hostPort");
  });

  test("can be read and corrected in v1beta1", async () => {
    await older().create(bad);
    expect(await older().get("bad")).toMatchObject({ spec: { hostPort: "nocolon" } });
    await older().patch("bad", "merge", { spec: { hostPort: "a:1" } });
    const mended = await world.objects(cronTab, "v1").get("bad");
    expect(mended).toMatchObject({ spec: { host: "a", port: "1" } });
  });

  test("does not affect other objects in v1", async () => {
    await older().create(bad);
    const newer = world.objects(cronTab, "v1");
    await newer.create(objectIn(cronTab, "v1", "good"));
    expect(await newer.get("good")).toMatchObject({ spec: { host: "localhost" } });
    await newer.delete("good");
  });
});

describe("a hostPort without a colon, stored in v1", () => {
  beforeAll(async () => {
    await world.store(cronTab, "v1");
    await world.store(printedCronTab, "v1");
  });

  test.each([
    { name: "below spec", object: bad },
    { name: "at the root", object: printedBad },
  ])("is refused when it is written: $name", async ({ object }) => {
    const run = await world.kubectl(["apply", "-f", "-"], stringify(object));
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain(sentence);
  });

  test("is refused by server-side apply and by dry run as well", async () => {
    const older = world.objects(cronTab, "v1beta1");
    await expect(older.apply(bad, { fieldManager: "a" })).rejects.toThrow(sentence);
    await expect(older.create(bad, { dryRun: "All" })).rejects.toThrow(sentence);
    expect(await older.list()).toEqual([]);
  });
});

describe("a gateway that does not run", () => {
  test("makes requests that need a conversion fail, until it runs again", async () => {
    const [older, newer] = [world.objects(pizza, "v1alpha1"), world.objects(pizza, "v1beta1")];
    await world.store(pizza, "v1alpha1");
    await older.create(objectIn(pizza, "v1alpha1", "a"));
    await world.gateway().stop();
    await expect(newer.get("a")).rejects.toMatchObject({ status: 500 });
    expect(await older.get("a")).toMatchObject({ metadata: { name: "a" } });
    await world.restartGateway();
    expect(await newer.get("a")).toMatchObject({ spec: { toppings: [{}, { quantity: 2 }] } });
  });
});
