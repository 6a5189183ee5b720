import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parse } from "../../lib/json/parse.ts";
import { isArray, isObject, type JsonObject, member } from "../../lib/json/value.ts";
import { bodyOf, cronTab, metadataOf, objectIn, pizza } from "./support/kinds.ts";
import type { Resource } from "./support/resource.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;
let v1: Resource;
let v1beta1: Resource;

beforeAll(async () => {
  world = await openWorld();
  await world.define(cronTab);
  await world.define(pizza);
  v1 = world.objects(cronTab, "v1");
  v1beta1 = world.objects(cronTab, "v1beta1");
});

afterAll(() => world?.stop());

/** What one manager says of the CronTab `shared`, in its own version. */
function say(
  version: "v1" | "v1beta1",
  manager: string,
  spec: JsonObject,
  { force = false, labels = {} } = {},
): Promise<JsonObject> {
  const resource = version === "v1" ? v1 : v1beta1;
  const metadata = { name: "shared", ...(Object.keys(labels).length === 0 ? {} : { labels }) };
  const head = { apiVersion: `stable.example.com/${version}`, kind: "CronTab", metadata };
  return resource.apply({ ...head, spec }, { fieldManager: manager, force });
}

/** hostPort, host and port as both versions show them. */
async function shown(): Promise<{ v1: JsonObject; v1beta1: JsonObject }> {
  const specIn = async (resource: Resource): Promise<JsonObject> => {
    const { spec = {} } = bodyOf(await resource.get("shared"));
    const { cronSpec: _, replicas: __, image: ___, ...rest } = isObject(spec) ? spec : {};
    return rest;
  };
  return { v1: await specIn(v1), v1beta1: await specIn(v1beta1) };
}

const whole = { v1: { host: "h", port: "1" }, v1beta1: { hostPort: "h:1" } };
const hostAlone = { v1: { host: "h" }, v1beta1: {} };
const portAlone = { v1: { port: "1" }, v1beta1: {} };

describe.each(["v1beta1", "v1"])("server-side apply, stored in %s", (storage) => {
  beforeAll(() => world.store(cronTab, storage));

  afterEach(() => v1beta1.delete("shared"));

  test.each([
    { name: "host, port, image", order: ["host", "port", "image"] },
    { name: "image, port, host", order: ["image", "port", "host"] },
    { name: "port, image, host", order: ["port", "image", "host"] },
  ])("two managers own a half each in v1 and a third applies v1beta1: $name", async ({ order }) => {
    const says: Record<string, () => Promise<JsonObject>> = {
      host: () => say("v1", "host-owner", { host: "h" }),
      port: () => say("v1", "port-owner", { port: "1" }),
      image: () => say("v1beta1", "image-owner", { image: "i" }),
    };
    const turns = order.flatMap((who) => says[who] ?? []);
    for (const turn of turns) await turn();
    expect(await shown()).toEqual(whole);
    const before = metadataOf(await v1.get("shared"));
    for (const turn of turns) await turn();
    expect(metadataOf(await v1.get("shared"))).toEqual(before);
  });

  describe("with host, port and image owned by three", () => {
    beforeEach(async () => {
      await say("v1", "host-owner", { host: "h" });
      await say("v1beta1", "image-owner", { image: "i" });
      await say("v1", "port-owner", { port: "1" });
    });

    test("the manager that stops applying the port removes the port and nothing else", async () => {
      await say("v1", "port-owner", {});
      expect(await shown()).toEqual(hostAlone);
      await say("v1beta1", "image-owner", { image: "j" });
      expect(await shown()).toEqual(hostAlone);
      await say("v1", "port-owner", { port: "1" });
      expect(await shown()).toEqual(whole);
    });

    test("the manager that stops applying the host removes the host and nothing else", async () => {
      await say("v1", "host-owner", {});
      expect(await shown()).toEqual(portAlone);
      await say("v1beta1", "image-owner", {});
      expect(await shown()).toEqual(portAlone);
      await say("v1", "host-owner", { host: "h" });
      expect(await shown()).toEqual(whole);
    });

    test("when both stop applying, the whole field is removed", async () => {
      await say("v1", "port-owner", {});
      await say("v1", "host-owner", {});
      expect(await shown()).toEqual({ v1: {}, v1beta1: {} });
      expect(metadataOf(await v1beta1.get("shared"))).not.toHaveProperty("annotations");
    });

    test("labels are added and removed with the manager that applies them", async () => {
      await say("v1", "port-owner", { port: "1" }, { labels: { port: "1" } });
      await say("v1beta1", "image-owner", { image: "i" }, { labels: { image: "i" } });
      await say("v1", "host-owner", { host: "h" }, { labels: { host: "h" } });
      expect(await shown()).toEqual(whole);
      await say("v1", "port-owner", {});
      await say("v1beta1", "image-owner", {});
      expect(await shown()).toEqual(hostAlone);
      expect(metadataOf(await v1.get("shared"))).toHaveProperty("labels", { host: "h" });
    });

    test("each half is changed by its owner", async () => {
      await say("v1", "host-owner", { host: "other" });
      await say("v1", "port-owner", { port: "2" });
      expect(await shown()).toEqual({
        v1: { host: "other", port: "2" },
        v1beta1: { hostPort: "other:2" },
      });
    });

    test("another value in v1beta1 is a conflict with both owners", async () => {
      await expect(say("v1beta1", "newcomer", { hostPort: "x:9" })).rejects.toThrow(
        /conflicts? .*"host-owner".*"port-owner"/s,
      );
      expect(await shown()).toEqual(whole);
    });

    test("with force v1beta1 owns both halves", async () => {
      await say("v1beta1", "newcomer", { hostPort: "x:9" }, { force: true });
      expect(await shown()).toEqual({
        v1: { host: "x", port: "9" },
        v1beta1: { hostPort: "x:9" },
      });
      await expect(say("v1", "host-owner", { host: "h" })).rejects.toThrow('with "newcomer"');
    });
  });

  describe("with hostPort owned in v1beta1", () => {
    beforeEach(() => say("v1beta1", "whole-owner", { hostPort: "h:1" }));

    test("the same host applied in v1 is owned by both, and can be given up", async () => {
      await say("v1", "host-owner", { host: "h" });
      expect(await shown()).toEqual(whole);
      await say("v1", "host-owner", {});
      expect(await shown()).toEqual(whole);
    });

    // The API server cuts what is left out of the object as v1beta1 shows it, and that has no lone host to keep.
    test("given up in v1beta1 the whole field is removed, until the owner of the host applies it again", async () => {
      await say("v1", "host-owner", { host: "h" });
      await say("v1beta1", "whole-owner", { image: "i" });
      expect(await shown()).toEqual({ v1: {}, v1beta1: {} });
      await say("v1", "host-owner", { host: "h" });
      expect(await shown()).toEqual(hostAlone);
    });

    test("another host in v1 is a conflict, and with force changes the host alone", async () => {
      await expect(say("v1", "host-owner", { host: "x" })).rejects.toThrow('with "whole-owner"');
      await say("v1", "host-owner", { host: "x" }, { force: true });
      expect(await shown()).toEqual({
        v1: { host: "x", port: "1" },
        v1beta1: { hostPort: "x:1" },
      });
    });

    test("a merge patch in v1 works beside fields that others applied", async () => {
      await say("v1", "host-owner", { host: "h" });
      await v1.patch("shared", "merge", { spec: { port: "7" } });
      expect(await shown()).toEqual({
        v1: { host: "h", port: "7" },
        v1beta1: { hostPort: "h:7" },
      });
    });
  });
});

describe("server-side apply of a pizza", () => {
  test("toppings have one owner, whatever the version", async () => {
    const [older, newer] = [world.objects(pizza, "v1alpha1"), world.objects(pizza, "v1beta1")];
    await older.apply(objectIn(pizza, "v1alpha1", "p"), { fieldManager: "a" });
    const other = objectIn(pizza, "v1beta1", "p", "after");
    await expect(newer.apply(other, { fieldManager: "b" })).rejects.toThrow('with "a"');
    await newer.apply(other, { fieldManager: "b", force: true });
    const nothing = objectIn(pizza, "v1alpha1", "p");
    await older.apply({ ...nothing, spec: {} }, { fieldManager: "a" });
    expect(await older.get("p")).toMatchObject({ spec: { toppings: ["salami"] } });
  });
});

describe("every conversion review of these tests", () => {
  test("had a successful response", () => {
    const answers = world.relay.exchanges.map(({ response }) => response);
    expect(answers.filter((answer) => !answer.includes('"status":"Success"'))).toEqual([]);
  });

  test("some held fragments of objects: with a name alone, and with a null spec", () => {
    const parts = world.relay.exchanges.flatMap(({ request }) => objectsIn(request));
    const metadata = parts.map((part) => Object.keys(metadataOf(part)).join());
    expect(metadata).toContain("name");
    expect(parts.map((part) => member(part, "spec"))).toContain(null);
  });
});

function objectsIn(text: string): JsonObject[] {
  const review = parse(text);
  const request = review.ok && isObject(review.value) ? member(review.value, "request") : null;
  const objects = isObject(request) ? member(request, "objects") : [];
  return isArray(objects) ? objects.filter(isObject) : [];
}
