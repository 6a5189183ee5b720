import { spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kind as pizzaKind } from "../../examples/kinds/pizza/kind.ts";
import type { LabelRequirement, WebhookSettings } from "../../lib/admission/webhook-settings.ts";
import { findAssets } from "../../lib/cli/control-plane/assets.ts";
import { registrationObjects } from "../../lib/cli/verbs/manifests/registration-objects.ts";
import { webhookConfiguration } from "../../lib/cli/verbs/manifests/webhook-configuration.ts";
import { webhookFaults } from "../../lib/cli/verbs/manifests/webhook-faults.ts";
import { defineKind } from "../../lib/kind/kind.ts";
import { openClient } from "./support/client.ts";
import { definitions } from "./support/custom-resources.ts";
import { cronTab, objectIn, pizza } from "./support/kinds.ts";
import type { KubectlRun } from "./support/kubectl.ts";
import { untilMutating, untilValidating } from "./support/pizza-webhooks.ts";
import { configurations, refusal, until, webhookName } from "./support/registrations.ts";
import { openWorld, type World } from "./support/world.ts";

const key = "open-sesame_47~b";
const command = new URL("../../lib/cli/main.ts", import.meta.url).pathname;

let world: World;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "manifests-"));
  await writeFile(join(folder, "key"), `${key}\n`, { mode: 0o600 });
  world = await openWorld();
});

afterAll(async () => {
  await world?.stop();
  await rm(folder, { recursive: true });
});

/** Runs `customhouse manifests` for the cluster `prod` behind the public name. */
function manifests(...args: readonly string[]): Promise<KubectlRun> {
  const keyFile = join(folder, "key");
  return run("--url", world.url(""), "--cluster", "prod", "--key-file", keyFile, ...args);
}

async function run(...args: readonly string[]): Promise<KubectlRun> {
  const child = spawn(process.execPath, [
    command,
    "manifests",
    "--kinds",
    "examples/kinds",
    ...args,
  ]);
  const ended = new Promise<number>((resolve) => {
    child.once("close", (code) => resolve(code ?? 1));
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

async function diff(...args: readonly string[]): Promise<KubectlRun> {
  const { kubectl } = findAssets();
  return manifests("--diff", "--kubectl", kubectl, "--kubeconfig", world.kubeconfig, ...args);
}

const done = { code: 0, stderr: "" };

describe("what customhouse manifests prints", () => {
  test("with --diff for an empty cluster lists every object as missing", async () => {
    const { code, stdout, stderr } = await diff();
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout.split("\n").slice(0, 2)).toEqual([
      "Namespace customhouse does not exist",
      "ServiceAccount customhouse-lookups in customhouse does not exist",
    ]);
  });

  test("is applied by kubectl, and applied again without a change", async () => {
    const printed = await manifests();
    expect(printed).toMatchObject(done);
    const apply = () => world.kubectl(["apply", "--server-side", "-f", "-"], printed.stdout);
    expect(await apply()).toMatchObject(done);
    expect(await apply()).toMatchObject(done);
  });

  test("is the same to kubectl as a List in JSON", async () => {
    const { stdout } = await manifests("-o", "json");
    const words = ["diff", "--server-side", "-f", "-"];
    expect(await world.kubectl(words, stdout)).toMatchObject({ ...done, stdout: "" });
  });

  test("with --diff shows no difference afterwards", async () => {
    expect(await diff()).toMatchObject({
      ...done,
      stdout: "no difference: the cluster has all these objects\n",
    });
  });

  test("is also accepted by client-side kubectl apply", async () => {
    const { stdout } = await manifests();
    expect(await world.kubectl(["apply", "-f", "-"], stdout)).toMatchObject({ code: 0 });
    expect(await diff()).toMatchObject(done);
  });

  test("makes objects convert", async () => {
    await world.objects(cronTab, "v1beta1").create(objectIn(cronTab, "v1beta1", "a"));
    expect(await world.objects(cronTab, "v1").get("a")).toMatchObject({
      spec: { host: "localhost", port: "1234" },
    });
    const { path } = world.relay.exchanges.at(-1) ?? {};
    expect(path).toBe(`/prod/${key}/convert`);
  });

  test("makes objects be mutated, and denied as in the Kubebuilder book", async () => {
    await untilMutating(world);
    await untilValidating(world);
    const here = world.objects(pizza, "v1alpha1");
    const head = { apiVersion: `${pizza.group}/v1alpha1`, kind: "Pizza" };
    const made = await here.create({ ...head, metadata: { name: "plain" } });
    expect(made).toMatchObject({ spec: { toppings: ["tomato", "mozzarella", "salami"] } });
    const stone = { ...head, metadata: { name: "stone" }, spec: { toppings: ["stone"] } };
    expect(await refusal(here.create(stone))).toBe(
      `admission webhook "${webhookName}" denied the request: topping "stone" not known`,
    );
  });

  test("does not send objects of the control plane's namespaces", async () => {
    const object = { ...objectIn(pizza, "v1alpha1", "x"), spec: { toppings: ["stone"] } };
    const input = JSON.stringify(object);
    const run = await world.kubectl(["create", "-n", "kube-system", "-f", "-"], input);
    expect(run).toMatchObject(done);
  });
});

describe("a registration that was edited manually", () => {
  test("is shown by --diff without the key, and restored by an apply", async () => {
    const [type, name] = ["Validating", "pizzas.restaurant.programming-kubernetes.info"] as const;
    const clientConfig = { url: world.url("/prod/older-key/validate") };
    const webhooks = [{ name: webhookName, clientConfig, timeoutSeconds: 29 }];
    await configurations(world.client, type).patch(name, "strategic", { webhooks });
    const { code, stdout } = await diff();
    expect(code).toBe(1);
    expect(stdout).toBe(
      [
        `ValidatingWebhookConfiguration ${name}`,
        '  webhooks[0].clientConfig.url: is "https://hooks.example.com/prod/<another key>/validate", would be "https://hooks.example.com/prod/<key>/validate"',
        "  webhooks[0].timeoutSeconds: is 29, would be 15",
        "",
      ].join("\n"),
    );
    const printed = await manifests();
    const words = ["apply", "--server-side", "--force-conflicts", "-f", "-"];
    expect(await world.kubectl(words, printed.stdout)).toMatchObject(done);
    expect(await diff()).toMatchObject(done);
  });

  test("is compared by --diff --patches in its conversions alone", async () => {
    const name = "crontabs.example.com";
    const path = "/spec/conversion/webhook/conversionReviewVersions";
    const patch = [{ op: "replace", path, value: ["v1"] }];
    await definitions(world.client).patch(name, "json", patch);
    expect(await diff("--patches")).toMatchObject({
      code: 1,
      stdout: [
        `CustomResourceDefinition ${name}`,
        '  spec.conversion.webhook.conversionReviewVersions: is ["v1"], would be ["v1","v1beta1"]',
        "",
      ].join("\n"),
    });
  });

  test("is shown by --diff with each webhook that no handler needs any more", async () => {
    const type = "Mutating";
    const name = "crontabs.stable.example.com";
    await configurations(world.client, type).create(webhookConfiguration(type, name, []));
    expect(await diff("--only", "webhooks")).toMatchObject({
      code: 1,
      stdout: `MutatingWebhookConfiguration ${name} exists, but its kind needs no such webhook: delete it\n`,
    });
    await configurations(world.client, type).delete(name);
    expect(await diff("--only", "webhooks")).toMatchObject(done);
  });

  test("makes --diff show kubectl's own error, without a key", async () => {
    const run = await diff("--context", "nowhere");
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toMatch(/^customhouse manifests: kubectl get ended with 1: .*nowhere/);
  });
});

describe("the lookups' user", () => {
  test("may get toppings, and nothing else", async () => {
    const names = ["-n", "customhouse", "customhouse-lookups"];
    const token = await world.kubectl(["create", "token", ...names]);
    expect(token).toMatchObject(done);
    const own = openClient({ server: world.server, token: token.stdout.trim(), ca: world.ca });
    const toppings = `/apis/${pizza.group}/v1alpha1/toppings`;
    const calls = [
      `${toppings}/tomato`,
      toppings,
      `${toppings}?watch=1`,
      `/apis/${pizza.group}/v1alpha1/namespaces/default/pizzas/plain`,
      "/api/v1/namespaces/customhouse/secrets/customhouse-lookups-token",
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    ];
    const replies = await Promise.all(calls.map((path) => own.send({ method: "GET", path })));
    own.close();
    expect(replies.map(({ status }) => status)).toEqual([404, 403, 403, 403, 403, 403]);
  });

  test("has a Secret for kube-controller-manager to fill", async () => {
    const words = ["get", "secret", "-n", "customhouse", "customhouse-lookups-token", "-o", "json"];
    expect(JSON.parse((await world.kubectl(words)).stdout)).toMatchObject({
      type: "kubernetes.io/service-account-token",
      metadata: { annotations: { "kubernetes.io/service-account.name": "customhouse-lookups" } },
    });
  });

  test("may do every lookup of the webhooks: a topping is found once it is in the cluster", async () => {
    const words = ["create", "token", "-n", "customhouse", "customhouse-lookups"];
    const token = (await world.kubectl(words)).stdout.trim();
    const access = { server: world.server, certificateAuthority: world.ca, token };
    const secrets = join(folder, "secrets.json");
    const clusters = { prod: { keys: [key], ...access } };
    await writeFile(secrets, JSON.stringify({ clusters }), { mode: 0o600 });
    await world.restartGateway(["--secrets", secrets]);
    const apiVersion = `${pizza.group}/v1alpha1`;
    const margherita = {
      apiVersion,
      kind: "Pizza",
      metadata: { name: "margherita" },
      spec: { toppings: ["tomato"] },
    };
    const create = () => world.objects(pizza, "v1alpha1").create(margherita);
    expect(await refusal(create())).toBe(
      `admission webhook "${webhookName}" denied the request: topping "tomato" not known`,
    );
    const topping = { apiVersion, kind: "Topping", metadata: { name: "tomato" } };
    expect(await world.kubectl(["create", "-f", "-"], JSON.stringify(topping))).toMatchObject(done);
    expect(await refusal(create())).toBe("");
  });

  afterAll(() => world.restartGateway());
});

describe("kustomize", () => {
  test("accepts the manifests as a resource without changes", async () => {
    const at = join(folder, "whole");
    await mkdir(at);
    const { stdout } = await manifests();
    await writeFile(join(at, "customhouse.yaml"), stdout);
    await writeFile(join(at, "kustomization.yaml"), "resources: [customhouse.yaml]\n");
    const built = await world.kubectl(["kustomize", at]);
    expect(built).toMatchObject(done);
    const words = ["apply", "--server-side", "--force-conflicts", "-f", "-"];
    expect(await world.kubectl(words, built.stdout)).toMatchObject(done);
    expect(await diff()).toMatchObject(done);
  });

  /** The definitions as somebody else brings them along: with a webhook in the cluster. */
  async function writeForeign(at: string): Promise<void> {
    await mkdir(at, { recursive: true });
    const kinds = new URL("../../examples/kinds/", import.meta.url).pathname;
    const names = ["pizza", "crontab", "printed-crontab"];
    const copy = (name: string) =>
      copyFile(join(kinds, name, "crd.yaml"), join(at, `${name}.yaml`));
    await Promise.all(names.map(copy));
    const patch = { target: { kind: "CustomResourceDefinition" }, patch: JSON.stringify(service) };
    const kustomization = { resources: names.map((name) => `${name}.yaml`), patches: [patch] };
    await writeFile(join(at, "kustomization.yaml"), JSON.stringify(kustomization));
  }

  test("sets the conversion of definitions from other sources with --patches", async () => {
    const at = join(folder, "patched");
    await writeForeign(join(at, "foreign"));
    await mkdir(join(at, "customhouse"));
    const { stdout } = await manifests("--patches");
    await writeFile(join(at, "customhouse", "kustomization.yaml"), stdout);
    const kustomization = { resources: ["foreign"], components: ["customhouse"] };
    await writeFile(join(at, "kustomization.yaml"), JSON.stringify(kustomization));
    const built = await world.kubectl(["kustomize", at]);
    expect(built).toMatchObject(done);
    expect(built.stdout).not.toContain("service:");
    const words = ["apply", "--server-side", "--force-conflicts", "-f", "-"];
    expect(await world.kubectl(words, built.stdout)).toMatchObject(done);
    const note = expect.stringContaining("only its conversion guard prevents that");
    expect(await diff("--patches")).toMatchObject({ code: 0, stderr: note });
  });

  const service = [
    {
      op: "add",
      path: "/spec/conversion",
      value: {
        strategy: "Webhook",
        webhook: {
          clientConfig: { service: { namespace: "old", name: "webhook" } },
          conversionReviewVersions: ["v1"],
        },
      },
    },
  ];
});

describe("serve on loopback, with its own CA and without a key", () => {
  test("is checked by --check, and the server trusts its caBundle", async () => {
    const { port, caFile } = world.gateway();
    const printed = await run(
      ...["--url", `https://localhost:${port}`, "--no-key", "--ca", caFile, "--check"],
    );
    expect(printed).toMatchObject({
      code: 0,
      stderr: "checked: kube-apiserver would accept all 28 responses\n",
    });
    const words = ["apply", "--server-side", "--force-conflicts", "-f", "-"];
    expect(await world.kubectl(words, printed.stdout)).toMatchObject(done);
    const { lines } = world.gateway();
    const v1 = world.objects(cronTab, "v1");
    const dryRun = () => v1.create(objectIn(cronTab, "v1", "local"), { dryRun: "All" });
    const [relayed, answered] = [world.relay.exchanges.length, lines.length];
    await until(
      async () => {
        await dryRun();
        return { relayed: world.relay.exchanges.length, answered: lines.length };
      },
      (now) => now.answered - answered > now.relayed - relayed,
    );
    expect(await v1.get("a")).toMatchObject({ spec: { host: "localhost", port: "1234" } });
  });
});

describe("a webhook service that does not run", () => {
  const notDeleting = "!has(object.metadata.deletionTimestamp)";
  const webhook = { matchConditions: [{ name: "not-deleting", expression: notDeleting }] };

  /** Points both webhooks of Pizza at nothing, with a condition as the README has it. */
  async function unplug(): Promise<void> {
    const kind = { ...pizzaKind, admission: { at: "v1beta1", ...pizzaKind.admission, webhook } };
    const address = { base: "https://localhost:1" };
    const settings = { address, reviewVersions: ["v1"], namespace: "customhouse" };
    const [mutating = {}, validating = {}] = registrationObjects([{ kind }], settings, [
      "webhooks",
    ]);
    const owner = { fieldManager: "kubectl", force: true };
    await configurations(world.client, "Mutating").apply(mutating, owner);
    await configurations(world.client, "Validating").apply(validating, owner);
  }

  test("makes writes fail, but does not block objects that are being deleted", async () => {
    const here = world.objects(pizza, "v1alpha1");
    const head = { apiVersion: `${pizza.group}/v1alpha1`, kind: "Pizza" };
    const finalizers = ["example.com/clean-up"];
    await here.create({ ...head, metadata: { name: "leaving", finalizers } });
    await unplug();
    const label = (value: string) =>
      refusal(here.patch("leaving", "merge", { metadata: { labels: { value } } }));
    let attempt = 0;
    const said = await until(
      () => label(`v${attempt++}`),
      (text) => text !== "",
    );
    expect(said).toContain(`failed calling webhook "${webhookName}"`);
    await here.delete("leaving");
    await here.patch("leaving", "merge", { metadata: { finalizers: [] } });
    expect(await refusal(here.get("leaving"))).toContain("not found");
  });
});

describe("webhook settings", () => {
  const validating = () => configurations(world.client, "Validating");

  /** The server's refusal of a webhook, and our own faults beforehand. */
  async function judged(group: string, webhook: WebhookSettings) {
    const crd = { group, kind: "Widget", plural: "widgets", scope: "Namespaced", versions: [] };
    const version = { name: "v1", served: true, storage: true, schema: {} };
    const kind = defineKind({
      crd: { ...crd, versions: [version] },
      admission: { at: "v1", validate: () => undefined, webhook },
    });
    const settings = { address: { base: world.url("") }, reviewVersions: ["v1"], namespace: "x" };
    const [object = {}] = registrationObjects([{ kind }], settings, ["webhooks"]);
    const server = await refusal(validating().create(object, { dryRun: "All" }));
    return { server, ours: webhookFaults(kind) };
  }

  const condition = { name: "a", expression: "true" };
  const selects = (requirement: LabelRequirement): WebhookSettings => ({
    objectSelector: { matchExpressions: [requirement] },
  });

  test.each([
    { name: "a group of two parts", webhook: {} },
    { name: "a policy and a timeout", webhook: { failurePolicy: "Ignore", timeoutSeconds: 1 } },
    {
      name: "conditions",
      webhook: {
        matchConditions: [
          { name: "deleting", expression: "!has(object.metadata.deletionTimestamp)" },
          { name: "user", expression: "!request.userInfo.username.matches('^system:')" },
        ],
      },
    },
    {
      name: "selectors",
      webhook: {
        objectSelector: {
          matchLabels: { a: "b" },
          matchExpressions: [{ key: "example.com/c", operator: "In", values: ["d"] }],
        },
      },
    },
  ] as const)("$name: accepted by the server and by our check", async ({ webhook }) => {
    expect(await judged("example.com", webhook)).toEqual({ server: "", ours: [] });
  });

  test.each([
    { name: "a timeout", webhook: { timeoutSeconds: 31 } },
    { name: "a condition's name", webhook: { matchConditions: [{ ...condition, name: "a b" }] } },
    { name: "two of a name", webhook: { matchConditions: [condition, condition] } },
    {
      name: "a condition that is not a bool",
      webhook: { matchConditions: [{ ...condition, expression: "1" }] },
    },
    { name: "an unknown name", webhook: { matchConditions: [{ ...condition, expression: "a" }] } },
    { name: "a key", webhook: selects({ key: "a b", operator: "Exists" }) },
    { name: "In without values", webhook: selects({ key: "a", operator: "In" }) },
    { name: "Exists with some", webhook: selects({ key: "a", operator: "Exists", values: ["b"] }) },
  ])("$name: refused by the server and by our check", async ({ webhook }) => {
    const { server, ours } = await judged("example.com", webhook);
    expect(server).toContain("is invalid: webhooks[0].");
    expect(ours).toHaveLength(1);
  });

  test("a webhook's name of two parts: refused by the server", async () => {
    const rule = {
      group: "example.com",
      versions: ["v1"],
      resources: ["a"],
      scope: "Cluster",
    } as const;
    const webhook = { name: "example.com", client: { url: world.url("/validate") }, rule };
    const object = webhookConfiguration("Validating", "a", [
      { ...webhook, reviewVersions: ["v1"] },
    ]);
    expect(await refusal(validating().create(object, { dryRun: "All" }))).toContain(
      "should be a domain with at least three segments separated by dots",
    );
  });
});
