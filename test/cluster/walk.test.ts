import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { install, readDefinition } from "./support/custom-resources.ts";
import { pizza } from "./support/kinds.ts";
import { untilMutating, untilValidating } from "./support/pizza-webhooks.ts";
import { register } from "./support/registrations.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "walk-"));
  await writeToppings("mozzarella", "salami");
  world = await openWorld({ serve: ["--objects", join(folder, "toppings.yaml")] });
  await world.define(pizza);
  await install(world.client, await readDefinition("topping"));
  const { client, url } = world;
  await register(client, { type: "Mutating", kind: pizza, url: url("/admit/v1beta1/pizza") });
  await register(client, { type: "Validating", kind: pizza, url: url("/validate/v1beta1/pizza") });
  await untilMutating(world);
  await untilValidating(world);
});

afterAll(async () => {
  await world?.stop();
  await rm(folder, { recursive: true });
});

/** The toppings that the gateway knows: those that were created so far. */
async function writeToppings(...names: string[]): Promise<void> {
  const texts = await Promise.all(names.map((name) => readFile(sample("topping", name), "utf8")));
  await writeFile(join(folder, "toppings.yaml"), texts.join("---\n"));
}

function sample(kind: string, name: string): string {
  return new URL(`../../examples/kinds/${kind}/samples/${name}.yaml`, import.meta.url).pathname;
}

/** What a user types, one step after another. */
describe("the steps of the Kubebuilder book with kubectl", () => {
  test("mozzarella and salami are created", async () => {
    const files = ["mozzarella", "salami"].flatMap((name) => ["-f", sample("topping", name)]);
    expect(await world.kubectl(["create", ...files])).toEqual({
      code: 0,
      stdout: [
        "topping.restaurant.programming-kubernetes.info/mozzarella created\n",
        "topping.restaurant.programming-kubernetes.info/salami created\n",
      ].join(""),
      stderr: "",
    });
  });

  test("margherita is denied while tomato is unknown", async () => {
    const run = await world.kubectl(["create", "-f", sample("pizza", "margherita")]);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain(
      'admission webhook "restaurant.programming-kubernetes.info" denied the request: topping "tomato" not known\n',
    );
  });

  test("once tomato exists, margherita is created", async () => {
    await world.kubectl(["create", "-f", sample("topping", "tomato")]);
    await writeToppings("mozzarella", "salami", "tomato");
    await world.restartGateway(["--objects", join(folder, "toppings.yaml")]);
    expect(await world.kubectl(["create", "-f", sample("pizza", "margherita")])).toEqual({
      code: 0,
      stdout: "pizza.restaurant.programming-kubernetes.info/margherita created\n",
      stderr: "",
    });
  });

  test("kubectl get pizza shows v1beta1", async () => {
    const { stdout } = await world.kubectl(["get", "pizza", "margherita", "-o", "yaml"]);
    const { metadata: _, ...shown } = parseYaml(stdout);
    expect(shown).toEqual({
      apiVersion: "restaurant.programming-kubernetes.info/v1beta1",
      kind: "Pizza",
      spec: {
        toppings: [
          { name: "mozzarella", quantity: 1 },
          { name: "tomato", quantity: 1 },
        ],
      },
    });
  });

  test("v1alpha1 is shown if it is requested", async () => {
    const resource = "pizzas.v1alpha1.restaurant.programming-kubernetes.info";
    const { stdout } = await world.kubectl(["get", resource, "margherita", "-o", "yaml"]);
    expect(parseYaml(stdout)).toMatchObject({
      apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
      spec: { toppings: ["mozzarella", "tomato"] },
    });
  });

  test("the empty pizza gets tomato, mozzarella and salami", async () => {
    const empty = `apiVersion: ${pizza.group}/v1alpha1\nkind: Pizza\nmetadata:\n  name: salami\nspec:\n`;
    const created = await world.kubectl(["create", "-f", "-"], empty);
    expect(created).toMatchObject({ code: 0, stderr: "" });
    const { stdout } = await world.kubectl(["get", "pizza", "salami", "-o", "yaml"]);
    const portions = ["tomato", "mozzarella", "salami"].map((name) => ({ name, quantity: 1 }));
    expect(parseYaml(stdout)).toMatchObject({ spec: { toppings: portions } });
  });

  test("kubectl edits, deletes and lists as with any resource", async () => {
    const patch = JSON.stringify({ spec: { toppings: [{ name: "salami", quantity: 3 }] } });
    const patched = await world.kubectl(["patch", "pizza", "salami", "--type=merge", "-p", patch]);
    expect(patched).toMatchObject({ code: 0, stderr: "" });
    const path = "-o=jsonpath={.items[*].spec.toppings[*].name}";
    const listed = await world.kubectl(["get", "pizzas", path]);
    expect(listed.stdout).toBe("mozzarella tomato salami");
    expect(await world.kubectl(["delete", "pizza", "--all"])).toMatchObject({ code: 0 });
  });
});
