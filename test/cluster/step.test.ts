import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withConversion } from "../../lib/cli/verbs/manifests/conversion-stanza.ts";
import { planCommand } from "../../lib/cli/verbs/plan/plan.ts";
import { stepCommand } from "../../lib/cli/verbs/step/step.ts";
import { versions } from "../../lib/cli/verbs/versions/versions.ts";
import { liveDefinition } from "../../lib/evolve/live-definition.ts";
import { listAt, mapAt } from "../../lib/json/members.ts";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";
import { asMap } from "../support/as-map.ts";
import {
  definitions,
  install,
  readDefinition,
  redefine,
  webhookConversion,
  withStorage,
  withVersions,
} from "./support/custom-resources.ts";
import { endedStep } from "./support/ended-step.ts";
import { storedVersionCounts } from "./support/etcd.ts";
import { serveReviews } from "./support/hand-written-webhook.ts";
import { cronTab, metadataOf, objectIn, pizza } from "./support/kinds.ts";
import { plainBox, plainBoxes } from "./support/plain-boxes.ts";
import { refusal, until } from "./support/registrations.ts";
import { nameOf, openResource, type Resource } from "./support/resource.ts";
import { type StepCommands, stepCommands } from "./support/step-commands.ts";
import { openWorld, type World } from "./support/world.ts";

const crdName = "crontabs.stable.example.com";
const names = ["a", "b", "c"];

let world: World;
let commands: StepCommands;
let older: Resource;
let newer: Resource;

beforeAll(async () => {
  world = await openWorld();
  commands = stepCommands(world);
  older = world.objects(cronTab, "v1beta1");
  newer = world.objects(cronTab, "v1");
  const definition = withConversion(
    withStorage(await readDefinition("crontab"), "v1beta1"),
    webhookConversion(world.url("/convert")),
  );
  await install(world.client, definition);
  for (const name of names) {
    await older.apply(objectIn(cronTab, "v1beta1", name), { fieldManager: "team" });
  }
});
afterAll(() => world?.stop());

/** Carries out all steps, ended before and after each write of each; the number of ends of each step. */
async function endedEverywhere(
  file: string,
  between: () => Promise<void>,
): Promise<ReadonlyMap<string, number>> {
  const ends = new Map<string, number>();
  let current = "";
  for (let turn = 0; ; ) {
    let sent = 0;
    const moment = turn % 2 === 1 ? "after" : "before";
    const last = Math.floor(turn / 2);
    const { step, isEnded, text } = await endedStep(commands.cluster, file, ({ method }) =>
      method !== "GET" && sent++ === last ? moment : undefined,
    );
    await between();
    if (/all \d+ steps/.test(text)) return ends;
    if (isEnded) ends.set(step, (ends.get(step) ?? 0) + 1);
    turn = isEnded && step === current ? turn + 1 : 0;
    current = step;
  }
}

async function storedVersions(crd: string): Promise<unknown> {
  const { status } = await definitions(world.client).get(crd);
  return asMap(status)["storedVersions"];
}

async function generation(): Promise<unknown> {
  return metadataOf(await definitions(world.client).get(crdName))["generation"];
}

describe("a step that can't be carried out changes nothing", () => {
  let file: string;
  beforeAll(async () => {
    file = await commands.plan(crdName, "--storage", "v1");
    expect((await commands.run(stepCommand, file, "--yes")).code).toBe(0); // the backup
  });

  /** What the next step says, which leaves the definition as it is. */
  async function refused(name: string, ...words: readonly string[]): Promise<string> {
    const before = await generation();
    const { code, out, error } = await commands.run(stepCommand, name, "--yes", ...words);
    expect({ code, error }).toEqual({ code: 1, error: "" });
    expect(await generation()).toBe(before);
    expect(await storedVersions(crdName)).toEqual(["v1beta1"]);
    return out;
  }

  test("for a context of another cluster", async () => {
    const other = commands.planFile("other");
    const text = await readFile(file, "utf8");
    await writeFile(other, text.replace(/"uid": "[^"]*"/, '"uid": "elsewhere"'));
    expect(await refused(other)).toMatch(
      /^FAIL {2}this is not the cluster that the plan was made for \(context test\): the UID .* not elsewhere$/m,
    );
  });

  test("for a definition that was deleted and created again", async () => {
    const other = commands.planFile("again");
    const text = await readFile(file, "utf8");
    await writeFile(other, text.replace(/("name": ".*",\s+"uid": )"[^"]*"/, '$1"former"'));
    expect(await refused(other)).toContain("was deleted and created again since the plan was made");
  });

  test("for a webhook that does not respond", async () => {
    const gateway = world.gateway();
    world.relay.aim({ port: 1, ca: gateway.ca });
    expect(await refused(file)).toMatch(/^FAIL {2}.*conversion webhook for .* failed/m);
    world.relay.aim(gateway);
  });

  test("for an object that can't be converted", async () => {
    const broken = { ...objectIn(cronTab, "v1beta1", "broken"), spec: { hostPort: "nocolon" } };
    await older.create(broken);
    expect(await refused(file)).toMatch(/^FAIL {2}.*broken/m);
    await older.delete("broken");
  });

  test("in a dry run, which prints the request", async () => {
    const { code, out } = await commands.run(stepCommand, file, "--dry-run");
    expect(code).toBe(0);
    expect(out).toContain("step 2 of 4: store at v1");
    expect(out).toContain("undo: store at v1beta1 (--undo)");
    expect(out).toMatch(
      /PATCH \/apis\/apiextensions.k8s.io\/v1\/customresourcedefinitions\/crontabs.stable.example.com\?fieldManager=customhouse\n +application\/json-patch\+json: \[{"op":"test","path":"\/metadata\/uid"/,
    );
    expect(await storedVersions(crdName)).toEqual(["v1beta1"]);
  });

  test("without a confirmation and without a terminal to ask for it", async () => {
    const { code, error } = await commands.run(stepCommand, file);
    expect({ code, error }).toEqual({
      code: 2,
      error: "the step must be confirmed, and there is no terminal: confirm with --yes",
    });
  });

  test("a program that applies the definition makes the change, and the step verifies it", async () => {
    const label = (value: JsonValue) => ({
      metadata: { labels: { "app.kubernetes.io/managed-by": value } },
    });
    await definitions(world.client).patch(crdName, "merge", label("ops"));
    const out = await refused(file);
    expect(out).toContain(
      "set storage: true for v1 and storage: false for v1beta1 in the manifest of ops",
    );
    const waits = commands.run(stepCommand, file, "--wait");
    await redefine(world.client, crdName, (each) => withStorage(each, "v1"));
    expect(await waits).toMatchObject({ code: 0, error: "" });
    await definitions(world.client).patch(crdName, "merge", label(null));
    expect((await commands.run(stepCommand, file, "--undo", "--yes")).out).toContain(
      "ok    step 2 is undone",
    );
    await redefine(world.client, crdName, (each) => withStorage(each, "v1beta1"));
  });

  test("a definition that somebody else changed", async () => {
    await redefine(world.client, crdName, (each) =>
      withVersions(each, (version) => ({ ...version, deprecated: version["name"] === "v1" })),
    );
    const { code, out } = await commands.run(stepCommand, file, "--yes");
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL {2}crontabs.* was changed by somebody else: .* plan again$/m);
    await redefine(world.client, crdName, (each) =>
      withVersions(each, ({ deprecated: _, ...version }) => version),
    );
  });
});

describe("a graduation and the end of the old version", () => {
  test("interrupted before and after every write and resumed, all objects are stored at v1", async () => {
    const file = await commands.plan(crdName, "--storage", "v1");
    const ends = await endedEverywhere(file, async () => {
      for (const resource of [older, newer]) {
        await until(
          () => resource.list().catch(() => []),
          (list) => list.length === names.length,
        );
      }
    });
    expect([...ends.keys()]).toEqual(["2", "3", "4"]);
    expect(ends.get("2")).toBeGreaterThanOrEqual(4); // a dry run and the change
    expect(ends.get("4")).toBeGreaterThanOrEqual(4); // and the second pass
    expect(await storedVersionCounts(world.etcdUrl, "stable.example.com/crontabs")).toEqual({
      v1: names.length,
    });
    expect(await storedVersions(crdName)).toEqual(["v1"]);
    for (const object of await newer.list()) {
      expect(metadataOf(object)["managedFields"]).toMatchObject([{ manager: "team" }]);
    }
  });

  test("a StorageVersionMigration that failed does not block the step once every object was rewritten", async () => {
    const conditions = listAt(
      mapAt(await definitions(world.client).get(crdName), "status"),
      "conditions",
    );
    const failure = { type: "StorageMigrating", status: "False", reason: "MigrationFailed" };
    const condition = { ...failure, message: "", lastTransitionTime: "2026-01-01T00:00:00Z" };
    await definitions(world.client)
      .sub("status")
      .patch(crdName, "merge", { status: { conditions: [...conditions, condition] } });
    const words = ["--check-remove", "v1beta1", "--quiet-days", "0"];
    const because = "the last StorageVersionMigration failed";
    expect((await commands.run(versions, crdName, ...words)).out).toContain(because);
    const out = await commands.carryOut(await commands.plan(crdName, "--storage", "v1"));
    expect(out).toContain("step 3 of 3: trim storedVersions to v1");
    expect((await commands.run(versions, crdName, ...words)).out).not.toContain(because);
    const after = await definitions(world.client).get(crdName);
    expect(mapAt(after, "status")["conditions"]).toEqual(conditions);
  });

  test("the change of the storage version is undone as a remedy if an object can't be converted", async () => {
    const file = await commands.plan(crdName, "--storage", "v1beta1");
    for (let step = 1; step < 3; step++) await commands.run(stepCommand, file, "--yes");
    const { ca } = world.gateway();
    world.relay.aim({ port: 1, ca });
    const undone = await commands.run(stepCommand, file, "--undo", "--yes");
    world.relay.aim(world.gateway());
    expect(undone.out).toContain("step 2 of 4: store at v1beta1");
    const stored = await definitions(world.client).get(crdName);
    expect(liveDefinition(stored).versions.find(({ storage }) => storage)?.name).toBe("v1");
    await commands.carryOut(await commands.plan(crdName, "--storage", "v1"));
  });

  test("a version that is marked as not deprecated gets its warning back by the undo", async () => {
    const warning = "v1beta1 ends in May";
    const change = (more: JsonObject) =>
      redefine(world.client, crdName, (each) =>
        withVersions(each, (version) =>
          version["name"] === "v1beta1" ? { ...version, ...more } : version,
        ),
      );
    await change({ deprecated: true, deprecationWarning: warning });
    const deprecated = await definitions(world.client).get(crdName);
    const { apiVersion, kind, spec } = deprecated;
    const [target, file] = ["target", "undeprecate"].map(commands.planFile);
    const supported = withVersions(
      {
        apiVersion: apiVersion ?? "",
        kind: kind ?? "",
        metadata: { name: crdName },
        spec: spec ?? {},
      },
      ({ deprecated: _, deprecationWarning: __, ...version }) => version,
    );
    await writeFile(target ?? "", JSON.stringify(supported));
    await commands.run(planCommand, "--to", target ?? "", "-o", file ?? "");
    for (const words of [[], ["--undo"]]) {
      const ran = await commands.run(stepCommand, file ?? "", "--yes", ...words);
      expect(ran).toMatchObject({ code: 0 });
    }
    expect((await definitions(world.client).get(crdName))["spec"]).toEqual(spec);
    await commands.carryOut(file ?? "");
  });

  test("the former version is not ended while clients use it, and is ended afterwards", async () => {
    const early = await commands.plan(crdName, "--unserve", "v1beta1");
    expect((await commands.run(stepCommand, early, "--yes")).code).toBe(0);
    const inUse = await commands.run(stepCommand, early, "--yes");
    expect(inUse.code).toBe(1);
    expect(inUse.out).toMatch(/^FAIL {2}team wrote at v1beta1 on /m);
    expect((await commands.run(stepCommand, early, "--undo", "--yes")).code).toBe(0);
    for (const name of names) {
      await newer.apply(objectIn(cronTab, "v1", name), { fieldManager: "team" });
    }
    const file = await commands.plan(crdName, "--remove", "v1beta1", "--quiet-days", "0");
    const out = await commands.carryOut(file);
    expect(out.match(/^step .*/gm)).toEqual([
      "step 1 of 4: deprecate v1beta1",
      "step 2 of 4: stop serving v1beta1",
      "step 3 of 4: back up all objects and the definition",
      "step 4 of 4: remove v1beta1",
    ]);
    expect((await newer.list()).map(nameOf)).toEqual(names);
    const undone = await commands.run(stepCommand, file, "--undo", "--yes");
    expect(undone.out).toContain("ok    step 4 is undone");
    await commands.carryOut(file);
    await newer.apply(objectIn(cronTab, "v1", "a", "after"), { fieldManager: "team" });
  });
});

test("an object whose rewrite admission denies is named, and storedVersions is not trimmed before it is rewritten", async () => {
  const crd = "boxes.denied.example.com";
  await install(world.client, plainBoxes("denied.example.com"));
  const boxes = openResource(world.client, {
    group: "denied.example.com",
    version: "v1",
    plural: "boxes",
  });
  for (const name of names) {
    await boxes.create(plainBox("denied.example.com", name));
  }
  const admission = { group: "admissionregistration.k8s.io", version: "v1" };
  const policies = openResource(world.client, {
    ...admission,
    plural: "validatingadmissionpolicies",
  });
  await policies.create({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "frozen" },
    spec: {
      matchConstraints: {
        resourceRules: [
          {
            apiGroups: ["denied.example.com"],
            apiVersions: ["*"],
            operations: ["UPDATE"],
            resources: ["boxes"],
          },
        ],
      },
      validations: [{ expression: "object.metadata.name != 'b'", message: "b is frozen" }],
    },
  });
  const bindings = openResource(world.client, {
    ...admission,
    plural: "validatingadmissionpolicybindings",
  });
  await bindings.create({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name: "frozen" },
    spec: { policyName: "frozen", validationActions: ["Deny"] },
  });
  const isDenied = () =>
    boxes
      .patch("b", "merge", {}, { dryRun: "All" })
      .then(() => false)
      .catch(() => true);
  await until(isDenied, (denied) => denied);
  const file = await commands.plan(crd, "--storage", "v2");
  for (let step = 1; step < 3; step++) await commands.run(stepCommand, file, "--yes");
  const { code, out } = await commands.run(stepCommand, file, "--yes");
  expect(code).toBe(1);
  expect(out).toMatch(
    /^FAIL {2}b was not rewritten: 422 .*b is frozen: correct the object, and run/m,
  );
  expect(out).toContain("2 of 3 objects were rewritten");
  expect(await storedVersions(crd)).toEqual(["v1", "v2"]);
  await bindings.delete("frozen");
  await until(isDenied, (denied) => !denied);
  await commands.carryOut(file);
  expect(await storedVersionCounts(world.etcdUrl, "denied.example.com/boxes")).toEqual({ v2: 3 });
});

test("a denial with the status 404 does not count as a deletion: the object is named, and storedVersions is not trimmed", async () => {
  const group = "missing.example.com";
  const crd = `boxes.${group}`;
  await install(world.client, plainBoxes(group));
  const boxes = openResource(world.client, { group, version: "v1", plural: "boxes" });
  for (const name of names) await boxes.create(plainBox(group, name));
  const webhook = await serveReviews(world, async (review) => {
    const { request } = JSON.parse(review);
    const status = { code: 404, reason: "NotFound", message: 'configmaps "limits" not found' };
    const decision = request.name === "b" ? { allowed: false, status } : { allowed: true };
    const { apiVersion, kind } = JSON.parse(review);
    const response = { uid: request.uid, ...decision };
    return { status: 200, body: JSON.stringify({ apiVersion, kind, response }) };
  });
  world.relay.aim(webhook);
  const configurations = openResource(world.client, {
    group: "admissionregistration.k8s.io",
    version: "v1",
    plural: "validatingwebhookconfigurations",
  });
  const rule = { apiGroups: [group], apiVersions: ["*"], resources: ["boxes"] };
  await configurations.create({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "limits" },
    webhooks: [
      {
        name: "limits.example.com",
        clientConfig: { url: world.url("/validate") },
        rules: [{ ...rule, operations: ["UPDATE"] }],
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  });
  const label = { metadata: { labels: { tried: "x" } } };
  const denial = () => refusal(boxes.patch("b", "merge", label, { dryRun: "All" }));
  await until(denial, (text) => text.includes('configmaps "limits" not found'));
  const file = await commands.plan(crd, "--storage", "v2");
  for (let step = 1; step < 3; step++) await commands.run(stepCommand, file, "--yes");
  const { code, out } = await commands.run(stepCommand, file, "--yes");
  expect(out).toMatch(
    /^FAIL {2}b was not rewritten: 404 .*configmaps "limits" not found: correct/m,
  );
  expect(out).toContain("2 of 3 objects were rewritten");
  expect(code).toBe(1);
  expect(await storedVersions(crd)).toEqual(["v1", "v2"]);
  await configurations.delete("limits");
  await until(denial, (text) => text === "");
  world.relay.aim(world.gateway());
  webhook.stop();
  await commands.carryOut(file);
  expect(await storedVersionCounts(world.etcdUrl, `${group}/boxes`)).toEqual({ v2: 3 });
});

test("plan --to has the steps for the whole life of a version", async () => {
  const name = "pizzas.restaurant.programming-kubernetes.info";
  const [first, second] = pizza.versions;
  const both = withConversion(
    await readDefinition("pizza"),
    webhookConversion(world.url("/convert")),
  );
  const only = (version: string, definition: JsonObject): JsonObject =>
    withVersions(withStorage(definition, version), (each) =>
      each["name"] === version ? { ...each, served: true } : undefined,
    );
  const { conversion: _, ...spec } = mapAt(both, "spec");
  await install(world.client, only(first, { ...both, spec }));
  const [old, later] = pizza.versions.map((version) => world.objects(pizza, version));
  for (const of of names) await old?.apply(objectIn(pizza, first, of), { fieldManager: "team" });
  const target = commands.planFile("pizza-crd");
  await writeFile(target, JSON.stringify(only(second, both)));
  const file = commands.planFile("pizza");
  const planned = await commands.run(planCommand, "--to", target, "-o", file, "--quiet-days", "0");
  expect(planned).toMatchObject({ code: 0, error: "" });
  expect(planned.out.match(/^\d+\. .*/gm)).toEqual([
    `1. add ${second}, not served`,
    `2. serve ${second}`,
    "3. back up all objects and the definition",
    `4. store at ${second}`,
    `5. rewrite every object at ${second}`,
    `6. trim storedVersions to ${second}`,
    `7. deprecate ${first}`,
    `8. stop serving ${first}`,
    "9. back up all objects and the definition",
    `10. remove ${first}`,
  ]);
  const before = await definitions(world.client).get(name);
  const carryOut = async (steps: number, ...words: readonly string[]): Promise<void> => {
    for (let step = 1; step <= steps; step++) {
      const ran = await commands.run(stepCommand, file, "--yes", ...words);
      expect({ step, ...ran }).toMatchObject({ code: 0 });
    }
  };
  await carryOut(3);
  await carryOut(2, "--undo");
  expect((await definitions(world.client).get(name))["spec"]).toEqual(before["spec"]);
  const nothing = await commands.run(stepCommand, file, "--yes", "--undo");
  expect(nothing.out).toContain("FAIL  no step has changed the cluster: there is nothing to undo");
  await carryOut(9);
  const early = await commands.run(stepCommand, file, "--yes");
  expect(early.code).toBe(1);
  expect(early.out).toMatch(/^FAIL {2}managedFields of 3 of 3 pizzas have entries at/m);
  for (const of of names) await later?.apply(objectIn(pizza, second, of), { fieldManager: "team" });
  await commands.carryOut(file);
  expect((await later?.list())?.map(nameOf)).toEqual(names);
  const again = await commands.run(planCommand, "--to", target);
  expect(again.error).toBe("the cluster's definition is already that of the file: nothing to do");
  const broader = withVersions(only(second, both), (each) => ({
    ...each,
    additionalPrinterColumns: [
      { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
    ],
  }));
  await writeFile(target, JSON.stringify(broader));
  const refused = await commands.run(planCommand, name, "--to", target);
  expect(refused.code).toBe(1);
  expect(refused.out).toContain(
    `FAIL  ${second} differs in fields other than served, storage and deprecation: apply this change first`,
  );
});

test("a definition without conversion is changed, interrupted at every write and resumed", async () => {
  const crd = "boxes.plain.example.com";
  await install(world.client, plainBoxes("plain.example.com"));
  const name = { group: "plain.example.com", plural: "boxes" };
  const [v1, v2] = ["v1", "v2"].map((version) => openResource(world.client, { ...name, version }));
  for (const [size, of] of names.entries()) {
    await v1?.create(plainBox("plain.example.com", of, "v1", size));
  }
  const file = await commands.plan(crd, "--storage", "v2");
  await endedEverywhere(file, async () => undefined);
  expect(await storedVersionCounts(world.etcdUrl, "plain.example.com/boxes")).toEqual({ v2: 3 });
  expect((await v2?.list())?.map(({ size }) => size)).toEqual([0, 1, 2]);
  expect(await storedVersions(crd)).toEqual(["v2"]);
});
