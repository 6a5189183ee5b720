import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";
import { bodyOf, metadataOf, pizza } from "./support/kinds.ts";
import { unregisterBoth, untilMutating, untilValidating } from "./support/pizza-webhooks.ts";
import { causesOf, refusal, register } from "./support/registrations.ts";
import { nameOf, type Resource } from "./support/resource.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await world.define(pizza);
});

afterAll(() => world?.stop());

/** A pizza in one of the versions; without a spec where toppings are undefined. */
function pizzaOf(version: string, name: string, spec?: JsonValue): JsonObject {
  const head = { apiVersion: `${pizza.group}/${version}`, kind: "Pizza", metadata: { name } };
  return spec === undefined ? head : { ...head, spec };
}

/** Toppings in the words of a version. */
function toppings(version: string, ...names: string[]): JsonObject {
  const portions = names.map((name) => ({ name, quantity: 1 }));
  return { toppings: version === "v1beta1" ? portions : names };
}

const denial = 'admission webhook "restaurant.programming-kubernetes.info" denied the request: ';

async function removeAll(resource: Resource): Promise<void> {
  await Promise.all((await resource.list()).map((each) => resource.delete(nameOf(each))));
}

/** Registers both webhooks under the book's own paths, and waits until they are in force. */
async function registerBoth(reviewVersion: string, versions: readonly string[]): Promise<void> {
  const common = { kind: pizza, reviewVersions: [reviewVersion], versions };
  const { client, url } = world;
  await register(client, {
    ...common,
    type: "Mutating",
    url: url(`/admit/${reviewVersion}/pizza`),
  });
  const validate = url(`/validate/${reviewVersion}/pizza`);
  await register(client, { ...common, type: "Validating", url: validate });
  await untilMutating(world);
  await untilValidating(world);
}

describe.each([
  { storage: "v1alpha1", reviewVersion: "v1", versions: ["v1alpha1", "v1beta1"] },
  { storage: "v1beta1", reviewVersion: "v1beta1", versions: ["v1alpha1", "v1beta1"] },
  { storage: "v1alpha1", reviewVersion: "v1beta1", versions: ["v1beta1"] },
  { storage: "v1beta1", reviewVersion: "v1", versions: ["v1alpha1"] },
])("$reviewVersion reviews, rules for $versions, stored in $storage", (row) => {
  beforeAll(async () => {
    await world.store(pizza, row.storage);
    await registerBoth(row.reviewVersion, row.versions);
  });
  afterAll(() => unregisterBoth(world));

  describe.each(["v1alpha1", "v1beta1"])("reviewed in %s", (version) => {
    const here = () => world.objects(pizza, version);
    const defaulted = toppings(version, "tomato", "mozzarella", "salami");

    afterEach(() => removeAll(here()));

    test.each([
      { name: "no spec", spec: undefined },
      { name: "an empty spec", spec: {} },
      { name: "a null spec", spec: null },
      { name: "empty toppings", spec: { toppings: [] } },
      { name: "null toppings", spec: { toppings: null } },
    ])("a pizza with $name gets the three default toppings", async ({ spec }) => {
      expect(bodyOf(await here().create(pizzaOf(version, "a", spec)))).toEqual({ spec: defaulted });
      expect(bodyOf(await here().get("a"))).toEqual({ spec: defaulted });
    });

    test("known toppings stay as they are", async () => {
      const spec = toppings(version, "salami", "tomato");
      expect(bodyOf(await here().create(pizzaOf(version, "a", spec)))).toEqual({ spec });
    });

    test("an unknown topping is denied by name", async () => {
      const asked = here().create(pizzaOf(version, "a", toppings(version, "salami", "stone")));
      await expect(asked).rejects.toThrow(`${denial}topping "stone" not known`);
      await expect(here().get("a")).rejects.toMatchObject({ status: 404 });
    });

    test("with several unknown toppings the message names the first, and the causes name all of them", async () => {
      const spec = toppings(version, "stone", "tomato", "sand");
      const error = await here()
        .create(pizzaOf(version, "a", spec))
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({ message: `${denial}topping "stone" not known` });
      expect(causesOf(error)).toMatchObject([
        { message: expect.stringContaining('topping "stone" not known') },
        { message: expect.stringContaining('topping "sand" not known') },
      ]);
    });

    test("updates, patches and applies are reviewed too", async () => {
      const created = await here().create(pizzaOf(version, "a", toppings(version, "salami")));
      const bad = { spec: toppings(version, "stone") };
      const known = `${denial}topping "stone" not known`;
      await expect(here().update({ ...created, ...bad })).rejects.toThrow(known);
      await expect(here().patch("a", "merge", bad)).rejects.toThrow(known);
      const by = { fieldManager: "tester", force: true };
      await expect(here().apply(pizzaOf(version, "a", bad.spec), by)).rejects.toThrow(known);
      await here().patch("a", "merge", { spec: { toppings: [] } });
      expect(bodyOf(await here().get("a"))).toEqual({ spec: defaulted });
    });

    test("a dry run gets the same decision and stores nothing", async () => {
      const dry = { dryRun: "All" } as const;
      const answer = await here().create(pizzaOf(version, "a", {}), dry);
      expect(bodyOf(answer)).toEqual({ spec: defaulted });
      const bad = here().create(pizzaOf(version, "b", toppings(version, "stone")), dry);
      await expect(bad).rejects.toThrow('topping "stone" not known');
      expect(await here().list()).toEqual([]);
    });

    test("a pizza with generateName instead of a name is admitted", async () => {
      const metadata = { generateName: "many-" };
      const created = await here().create({ ...pizzaOf(version, "", {}), metadata });
      expect(bodyOf(created)).toEqual({ spec: defaulted });
      expect(nameOf(created)).toMatch(/^many-.{5}$/);
    });
  });
});

describe("what the webhooks allow by default", () => {
  const here = () => world.objects(pizza, "v1alpha1");

  beforeAll(async () => {
    await world.store(pizza, "v1alpha1");
    const metadata = { name: "old", finalizers: ["example.com/f"] };
    await here().create({ ...pizzaOf("v1alpha1", "", toppings("", "stone")), metadata });
    await registerBoth("v1", ["v1alpha1", "v1beta1"]);
  });
  afterAll(() => unregisterBoth(world));

  test.each(["v1alpha1", "v1beta1"])(
    "labels of a pizza that already has an unknown topping can be changed: %s",
    async (version) => {
      const labels = { in: version };
      await world.objects(pizza, version).patch("old", "merge", { metadata: { labels } });
      expect(metadataOf(await here().get("old"))).toMatchObject({ labels });
    },
  );

  test("the status of a pizza that already has an unknown topping can be changed", async () => {
    await here()
      .sub("status")
      .patch("old", "merge", { status: { cost: 3 } });
    expect(await here().get("old")).toMatchObject({ status: { cost: 3 } });
  });

  test("the finalizer of a pizza that is being deleted can be removed", async () => {
    await here().delete("old");
    expect(metadataOf(await here().get("old"))).toHaveProperty("deletionTimestamp");
    await world.objects(pizza, "v1beta1").patch("old", "merge", { metadata: { finalizers: null } });
    await expect(here().get("old")).rejects.toMatchObject({ status: 404 });
  });
});

describe("toppings from a file", () => {
  beforeAll(() => registerBoth("v1", ["v1beta1"]));
  afterAll(() => unregisterBoth(world));

  test("replace the samples", async () => {
    const file = join(world.reaper.folder, "toppings.yaml");
    const stone = {
      apiVersion: `${pizza.group}/v1alpha1`,
      kind: "Topping",
      metadata: { name: "stone" },
    };
    await writeFile(file, JSON.stringify(stone));
    const here = world.objects(pizza, "v1alpha1");
    await world.restartGateway(["--objects", file]);
    const tomato = here.create(pizzaOf("v1alpha1", "a", { toppings: ["tomato"] }));
    await expect(tomato).rejects.toThrow(`${denial}topping "tomato" not known`);
    await here.create(pizzaOf("v1alpha1", "a", { toppings: ["stone"] }));
    await world.restartGateway();
    await here.delete("a");
  });
});

describe("a gateway that does not run", () => {
  afterEach(() => unregisterBoth(world));
  afterAll(() => world.restartGateway());

  test.each([
    { failurePolicy: "Fail", message: `failed calling webhook "${pizza.group}"` },
    { failurePolicy: "Ignore", message: "" },
  ] as const)(
    "with failurePolicy $failurePolicy the registration decides",
    async ({ failurePolicy, message }) => {
      await world.restartGateway();
      const common = { kind: pizza, failurePolicy };
      await register(world.client, { ...common, type: "Mutating", url: world.url("/mutate") });
      await register(world.client, { ...common, type: "Validating", url: world.url("/validate") });
      const here = world.objects(pizza, "v1alpha1");
      const dry = () =>
        here.create(pizzaOf("v1alpha1", "a", { toppings: ["stone"] }), { dryRun: "All" });
      await untilValidating(world);
      await world.gateway().stop();
      expect(await refusal(dry())).toContain(message);
    },
  );
});
