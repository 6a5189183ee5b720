import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { keys } from "../../lib/cli/verbs/keys/keys.ts";
import { type JsonObject, member } from "../../lib/json/value.ts";
import { runCommand } from "../support/run-command.ts";
import { install, readDefinition } from "./support/custom-resources.ts";
import { pizza } from "./support/kinds.ts";
import { untilMutating, untilValidating } from "./support/pizza-webhooks.ts";
import { configurations, refusal, register, until, webhookName } from "./support/registrations.ts";
import { openResource } from "./support/resource.ts";
import { openWorld, type World } from "./support/world.ts";

/** A cluster that is identified by its key, with lookups by a token of its own. */
let world: World;
let folder: string;
let key: string;

async function kubectl(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await world.kubectl(args);
  if (code !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** Lets the webhook look up toppings. */
async function bindRole(): Promise<void> {
  const account = "--serviceaccount=default:customhouse";
  await kubectl(
    "create",
    "clusterrolebinding",
    "customhouse",
    "--clusterrole=customhouse",
    account,
  );
}

/** Waits until pizzas with unknown toppings are denied. */
async function untilDenied(): Promise<void> {
  await until(
    () => refusal(pizzas().create(pizzaWith("e", `new-${Date.now()}`))),
    (text) => text.includes("not known"),
  );
}

/** `customhouse keys` on this test's secret. */
async function keysOf(verb: string, ...more: readonly string[]): Promise<string> {
  const where = ["--cluster", "eu-1", "--secrets", join(folder, "secrets.json")];
  const { code, out, error } = await runCommand(keys, [verb, ...where, ...more]);
  if (code !== 0) throw new Error(error);
  return out;
}

beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), "callers-"));
  key = await keysOf("new");
  await kubectl("create", "serviceaccount", "customhouse");
  const role = ["customhouse", "--verb=get", `--resource=toppings.${pizza.group}`];
  await install(world.client, await readDefinition("topping"));
  await kubectl("create", "clusterrole", ...role);
  await bindRole();
  const token = join(folder, "token");
  await writeFile(token, await kubectl("create", "token", "customhouse"));
  const authority = join(world.reaper.folder, "authority", "ca.pem");
  const access = ["--server", world.server, "--certificate-authority", authority];
  await keysOf("access", ...access, "--token-file", token);
  await world.restartGateway(["--secrets", join(folder, "secrets.json")]);
  for (const name of ["tomato", "mozzarella", "salami"]) await toppings().create(topping(name));
  await world.define(pizza, { path: `/eu-1/${key}/convert` });
  await register(world.client, { type: "Mutating", kind: pizza, url: url("mutate") });
  await register(world.client, { type: "Validating", kind: pizza, url: url("validate") });
  await untilMutating(world);
  await untilValidating(world);
  await pizzas().create(pizzaWith("stored", "tomato"));
});

afterAll(async () => {
  await world?.stop();
  await rm(folder, { recursive: true });
});

function url(verb: string): string {
  return world.url(`/eu-1/${key}/${verb}`);
}

function toppings() {
  return openResource(world.client, {
    group: pizza.group,
    version: "v1alpha1",
    plural: "toppings",
  });
}

function topping(name: string): JsonObject {
  return {
    apiVersion: `${pizza.group}/v1alpha1`,
    kind: "Topping",
    metadata: { name },
    spec: { cost: 1 },
  };
}

function pizzaWith(name: string, ...names: readonly string[]): JsonObject {
  return {
    apiVersion: `${pizza.group}/v1alpha1`,
    kind: "Pizza",
    metadata: { name, namespace: "default" },
    spec: { toppings: names },
  };
}

const pizzas = () => world.objects(pizza, "v1alpha1");

function isMutationBy(client: string): (line: JsonObject) => boolean {
  return (line) => line["verb"] === "mutate" && line["client"] === client;
}

describe("a cluster with a key and a token", () => {
  test("is looked up for the objects that exist in it, and looked up again before a denial", async () => {
    expect(await refusal(pizzas().create(pizzaWith("a", "olives")))).toBe(
      `admission webhook "${webhookName}" denied the request: topping "olives" not known`,
    );
    await toppings().create(topping("olives"));
    expect(await refusal(pizzas().create(pizzaWith("a", "olives")))).toBe("");
  });

  test.each(["", "../toppings", "a/b", "%2e%2e", "tomato?x", "täglich"])(
    "is looked up for the topping %j and nothing else",
    async (name) => {
      expect(await refusal(pizzas().create(pizzaWith("b", name)))).toContain(
        `topping ${JSON.stringify(name)} not known`,
      );
    },
  );

  test("is in the log line of a lookup, with the requested version and the client", async () => {
    const { gateway } = world;
    const { stderr } = await world.kubectl(
      ["create", "--field-manager=a-test", "-f", "-"],
      JSON.stringify(pizzaWith("logged", "tomato")),
    );
    expect(stderr).toBe("");
    await kubectl("label", `pizzas.v1alpha1.${pizza.group}/logged`, "a=b");
    const common = {
      cluster: "eu-1",
      key: "current",
      kind: `Pizza.${pizza.group}`,
      requested: "v1alpha1",
    };
    // By client: the line of an earlier request may still come, since the gateway writes its log in gusts.
    const logged = (client: string) =>
      expect.poll(() => gateway().lines.find(isMutationBy(client)), { timeout: 10_000 });
    await logged("a-test").toMatchObject({ ...common, operation: "CREATE" });
    await logged("kubectl-label").toMatchObject({ ...common, operation: "UPDATE" });
    expect(JSON.stringify(gateway().lines)).not.toContain(key);
  });

  test("that forbids the lookup makes the webhook respond without a decision: the API server sends the request again, then its failurePolicy decides", async () => {
    await kubectl("delete", "clusterrolebinding", "customhouse");
    onTestFinished(async () => {
      await setPolicy("Fail");
      await bindRole();
      await untilDenied();
    });
    const message = await until(
      () => refusal(pizzas().create(pizzaWith("c", `new-${Date.now()}`))),
      (text) => !text.includes("not known"),
    );
    expect(message).toContain("the cluster forbids the webhook to get toppings");
    expect(message).toContain("customhouse manifests");
    expect(message).not.toContain(key);
    await setPolicy("Ignore");
    await until(
      () => refusal(pizzas().create(pizzaWith("d", `new-${Date.now()}`))),
      (text) => text === "",
    );
  });
});

describe("a wrong key", () => {
  test("gets the response for an unknown path and learns nothing else", async () => {
    const other = world.url(`/eu-1/${key.slice(1)}x/convert`);
    const definition = { spec: { conversion: { webhook: { clientConfig: { url: other } } } } };
    const definitions = openResource(world.client, {
      group: "apiextensions.k8s.io",
      version: "v1",
      plural: "customresourcedefinitions",
    });
    const name = `${pizza.plural}.${pizza.group}`;
    const { spec = {} } = await definitions.get(name);
    const read = () => refusal(world.objects(pizza, "v1beta1").get("stored"));
    await definitions.patch(name, "merge", definition);
    onTestFinished(async () => {
      await definitions.patch(name, "merge", { spec });
      await until(read, (text) => text === "");
    });
    const message = await until(read, (text) => text !== "");
    expect(message).toMatch(/(?:^|: )conversion webhook for .+ failed: not found$/);
  });
});

async function setPolicy(failurePolicy: string): Promise<void> {
  const existing = await configurations(world.client, "Validating").get(webhookName);
  const webhooks = member(existing, "webhooks");
  if (!Array.isArray(webhooks)) throw new Error("no webhook is registered");
  const changed = webhooks.map((webhook: JsonObject) => ({ ...webhook, failurePolicy }));
  await configurations(world.client, "Validating").patch(webhookName, "merge", {
    webhooks: changed,
  });
}
