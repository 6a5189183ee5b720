import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import type { Command } from "../../lib/cli/command.ts";
import { findAssets } from "../../lib/cli/control-plane/assets.ts";
import { abortableDelay } from "../../lib/cli/server/abortable-delay.ts";
import { patientClient } from "../../lib/cli/server/patient-reader.ts";
import { remediesFor, withCluster } from "../../lib/cli/server/requested-cluster.ts";
import { withConversion } from "../../lib/cli/verbs/manifests/conversion-stanza.ts";
import { planCommand } from "../../lib/cli/verbs/plan/plan.ts";
import { progressFile } from "../../lib/cli/verbs/step/progress-file.ts";
import { stepCommand } from "../../lib/cli/verbs/step/step.ts";
import { stepFiles } from "../../lib/cli/verbs/step/step-files.ts";
import { versions } from "../../lib/cli/verbs/versions/versions.ts";
import { runStep } from "../../lib/evolve/carry-out/run-step.ts";
import type { ClusterClient } from "../../lib/evolve/cluster-client.ts";
import { liveDefinition } from "../../lib/evolve/live-definition.ts";
import { readPlan } from "../../lib/evolve/plan/plan-file.ts";
import { parse } from "../../lib/json/parse.ts";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";
import { type Ran, runCommand } from "../support/run-command.ts";
import {
  definitions,
  install,
  readDefinition,
  redefine,
  webhookConversion,
  withStorage,
  withVersions,
} from "./support/custom-resources.ts";
import { storedVersionCounts } from "./support/etcd.ts";
import { cronTab, metadataOf, objectIn, pizza } from "./support/kinds.ts";
import { until } from "./support/registrations.ts";
import { nameOf, openResource, type Resource } from "./support/resource.ts";
import { openWorld, type World } from "./support/world.ts";

const crdName = "crontabs.stable.example.com";
const names = ["a", "b", "c"];

let world: World;
let older: Resource;
let newer: Resource;

beforeAll(async () => {
  world = await openWorld();
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

function cluster() {
  return { program: findAssets().kubectl, kubeconfig: world.kubeconfig };
}

function run(command: Command, ...words: readonly string[]): Promise<Ran> {
  return runAs(world.kubeconfig, command, ...words);
}

function runAs(kubeconfig: string, command: Command, ...words: readonly string[]): Promise<Ran> {
  const { program } = cluster();
  return runCommand(command, [...words, "--kubectl", program, "--kubeconfig", kubeconfig]);
}

function planFile(name: string): string {
  return `${world.keeper.folder}/${name}.json`;
}

/** Makes a plan, and returns its file. */
async function plan(crd: string, ...goal: readonly string[]): Promise<string> {
  const file = planFile(`${crd}${goal.join("")}-${Date.now()}`);
  const ran = await run(planCommand, crd, ...goal, "-o", file);
  expect(ran).toMatchObject({ code: 0, error: "" });
  expect(ran.out).toContain("--context test");
  return file;
}

/** Carries out all steps that are left. */
async function carryOut(file: string): Promise<string> {
  const texts: string[] = [];
  for (;;) {
    const { code, out, error } = await run(stepCommand, file, "--yes");
    expect({ code, out, error }).toMatchObject({ code: 0, error: "" });
    texts.push(out);
    if (/all \d+ steps/.test(out)) return texts.join("\n");
  }
}

/** Stands for the end of a process. */
class Killed extends Error {}

/** One run of a step: which one it was, and whether the process ended in it. */
interface StepEnd {
  readonly step: string;
  readonly isKilled: boolean;
  readonly text: string;
}

/** Runs the next step, and ends at its write with an index: after it has reached the API server, or before. */
async function stepUntil(file: string, killAt: number, isSent: boolean): Promise<StepEnd> {
  const parsed = parse(await readFile(file, "utf8"));
  const read = readPlan(parsed.ok ? parsed.value : null);
  if (!read.ok) throw new Error(read.error);
  const lines: string[] = [];
  let sent = 0;
  const isKilled = await withCluster(cluster(), async (api) => {
    const real = patientClient(api);
    const send: ClusterClient["send"] = async (write) => {
      const isLast = sent++ === killAt;
      if (isLast && !isSent) throw new Killed();
      const reply = await real.send(write);
      if (isLast) throw new Killed();
      return reply;
    };
    const isDone = await runStep({
      client: { ...real, send },
      plan: read.value,
      progress: progressFile(`${file}.progress`, "p"),
      mode: "do",
      remedies: remediesFor(cluster()),
      quietSince: new Date().toISOString(),
      wait: abortableDelay,
      signal: new AbortController().signal,
      files: stepFiles(file, cluster()),
      onRewritten: () => undefined,
      say: (line) => void lines.push(line),
      confirm: async () => true,
    });
    expect({ isDone, lines }).toMatchObject({ isDone: true });
    return false;
  }).catch((fault: unknown) => {
    if (fault instanceof Killed) return true;
    throw fault;
  });
  const text = lines.join("\n");
  return { step: /^step (\d+)/m.exec(text)?.[1] ?? "", isKilled, text };
}

/** Carries out all steps, ended before and after each write of each; the number of ends of each step. */
async function killedEverywhere(
  file: string,
  between: () => Promise<void>,
): Promise<ReadonlyMap<string, number>> {
  const kills = new Map<string, number>();
  let current = "";
  for (let turn = 0; ; ) {
    const { step, isKilled, text } = await stepUntil(file, Math.floor(turn / 2), turn % 2 === 1);
    await between();
    if (/all \d+ steps/.test(text)) return kills;
    if (isKilled) kills.set(step, (kills.get(step) ?? 0) + 1);
    turn = isKilled && step === current ? turn + 1 : 0;
    current = step;
  }
}

async function storedVersions(crd: string): Promise<unknown> {
  const { status } = await definitions(world.client).get(crd);
  return (status as JsonObject)["storedVersions"];
}

async function generation(): Promise<unknown> {
  return metadataOf(await definitions(world.client).get(crdName))["generation"];
}

/** A definition whose versions differ in their name alone, converted by nobody. */
function plainDefinition(group = "plain.example.com"): JsonObject {
  const version = (name: string): JsonObject => ({
    name,
    served: true,
    storage: name === "v1",
    schema: {
      openAPIV3Schema: {
        type: "object",
        properties: { size: { type: "integer" } },
      },
    },
  });
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `boxes.${group}` },
    spec: {
      group,
      names: { kind: "Box", plural: "boxes" },
      scope: "Cluster",
      versions: [version("v1"), version("v2")],
    },
  };
}

describe("faults change nothing", () => {
  let file: string;
  beforeAll(async () => {
    file = await plan(crdName, "--storage", "v1");
    expect((await run(stepCommand, file, "--yes")).code).toBe(0); // the backup
  });

  /** What the next step says, which leaves the definition as it is. */
  async function refused(name: string, ...words: readonly string[]): Promise<string> {
    const before = await generation();
    const { code, out, error } = await run(stepCommand, name, "--yes", ...words);
    expect({ code, error }).toEqual({ code: 1, error: "" });
    expect(await generation()).toBe(before);
    expect(await storedVersions(crdName)).toEqual(["v1beta1"]);
    return out;
  }

  test("another cluster", async () => {
    const other = planFile("other");
    const text = await readFile(file, "utf8");
    await writeFile(other, text.replace(/"uid": "[^"]*"/, '"uid": "elsewhere"'));
    expect(await refused(other)).toMatch(
      /^FAIL {2}this is not the cluster that the plan was made for \(context test\): the UID .* not elsewhere$/m,
    );
  });

  test("a definition that was made again", async () => {
    const other = planFile("again");
    const text = await readFile(file, "utf8");
    await writeFile(other, text.replace(/("name": ".*",\s+"uid": )"[^"]*"/, '$1"former"'));
    expect(await refused(other)).toContain("was deleted and created again since the plan was made");
  });

  test("a webhook that does not answer", async () => {
    const gateway = world.gateway();
    world.relay.aim({ port: 1, ca: gateway.ca });
    expect(await refused(file)).toMatch(/^FAIL {2}.*conversion webhook for .* failed/m);
    world.relay.aim(gateway);
  });

  test("an object that can't be converted", async () => {
    const broken = { ...objectIn(cronTab, "v1beta1", "broken"), spec: { hostPort: "nocolon" } };
    await older.create(broken);
    expect(await refused(file)).toMatch(/^FAIL {2}.*broken/m);
    await older.delete("broken");
  });

  test("a dry run prints the request", async () => {
    const { code, out } = await run(stepCommand, file, "--dry-run");
    expect(code).toBe(0);
    expect(out).toContain("step 2 of 4: store at v1");
    expect(out).toContain("undo: store at v1beta1 (--undo)");
    expect(out).toMatch(
      /PATCH \/apis\/apiextensions.k8s.io\/v1\/customresourcedefinitions\/crontabs.stable.example.com\?fieldManager=customhouse\n +application\/json-patch\+json: \[{"op":"test","path":"\/metadata\/uid"/,
    );
    expect(await storedVersions(crdName)).toEqual(["v1beta1"]);
  });

  test("nobody to ask", async () => {
    const { code, error } = await run(stepCommand, file);
    expect({ code, error }).toEqual({
      code: 2,
      error: "the step must be confirmed, and there is no terminal: confirm with --yes",
    });
  });

  test("a program that applies the definition makes the change, which is verified", async () => {
    const label = (value: JsonValue) => ({
      metadata: { labels: { "app.kubernetes.io/managed-by": value } },
    });
    await definitions(world.client).patch(crdName, "merge", label("ops"));
    const out = await refused(file);
    expect(out).toContain(
      "set storage: true for v1 and storage: false for v1beta1 in the manifest of ops",
    );
    const waits = run(stepCommand, file, "--wait");
    await redefine(world.client, crdName, (each) => withStorage(each, "v1"));
    expect(await waits).toMatchObject({ code: 0, error: "" });
    await definitions(world.client).patch(crdName, "merge", label(null));
    expect((await run(stepCommand, file, "--undo", "--yes")).out).toContain(
      "ok    step 2 is undone",
    );
    await redefine(world.client, crdName, (each) => withStorage(each, "v1beta1"));
  });

  test("a definition that somebody changed", async () => {
    await redefine(world.client, crdName, (each) =>
      withVersions(each, (version) => ({ ...version, deprecated: version["name"] === "v1" })),
    );
    const { code, out } = await run(stepCommand, file, "--yes");
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL {2}crontabs.* was changed by somebody else: .* plan again$/m);
    await redefine(world.client, crdName, (each) =>
      withVersions(each, ({ deprecated: _, ...version }) => version),
    );
  });
});

describe("a graduation and the end of the old version", () => {
  test("ended before and after every write and resumed, all objects are stored at v1", async () => {
    const file = await plan(crdName, "--storage", "v1");
    const kills = await killedEverywhere(file, async () => {
      for (const resource of [older, newer]) {
        await until(
          () => resource.list().catch(() => []),
          (list) => list.length === names.length,
        );
      }
    });
    expect([...kills.keys()]).toEqual(["2", "3", "4"]);
    expect(kills.get("2")).toBeGreaterThanOrEqual(4); // a dry run and the change
    expect(kills.get("4")).toBeGreaterThanOrEqual(4); // and the second pass
    expect(await storedVersionCounts(world.etcdUrl, "stable.example.com/crontabs")).toEqual({
      v1: names.length,
    });
    expect(await storedVersions(crdName)).toEqual(["v1"]);
    for (const object of await newer.list()) {
      expect(metadataOf(object)["managedFields"]).toMatchObject([{ manager: "team" }]);
    }
  });

  test("a StorageVersionMigration that failed is no reason once every object was rewritten", async () => {
    const { status } = await definitions(world.client).get(crdName);
    const { conditions = [] } = status as { conditions?: JsonObject[] };
    const failure = { type: "StorageMigrating", status: "False", reason: "MigrationFailed" };
    const condition = { ...failure, message: "", lastTransitionTime: "2026-01-01T00:00:00Z" };
    await definitions(world.client)
      .sub("status")
      .patch(crdName, "merge", { status: { conditions: [...conditions, condition] } });
    const words = ["--check-remove", "v1beta1", "--quiet-days", "0"];
    const because = "the last StorageVersionMigration failed";
    expect((await run(versions, crdName, ...words)).out).toContain(because);
    const out = await carryOut(await plan(crdName, "--storage", "v1"));
    expect(out).toContain("step 3 of 3: trim storedVersions to v1");
    expect((await run(versions, crdName, ...words)).out).not.toContain(because);
    const after = await definitions(world.client).get(crdName);
    expect((after["status"] as JsonObject)["conditions"]).toEqual(conditions);
  });

  test("the flip is taken back while an object can't be converted, which is its cure", async () => {
    const file = await plan(crdName, "--storage", "v1beta1");
    for (let step = 1; step < 3; step++) await run(stepCommand, file, "--yes");
    const { ca } = world.gateway();
    world.relay.aim({ port: 1, ca });
    const undone = await run(stepCommand, file, "--undo", "--yes");
    world.relay.aim(world.gateway());
    expect(undone.out).toContain("step 2 of 4: store at v1beta1");
    const stored = await definitions(world.client).get(crdName);
    expect(liveDefinition(stored).versions.find(({ storage }) => storage)?.name).toBe("v1");
    await carryOut(await plan(crdName, "--storage", "v1"));
  });

  test("the old version is not ended while clients use it, and then is", async () => {
    const early = await plan(crdName, "--unserve", "v1beta1");
    expect((await run(stepCommand, early, "--yes")).code).toBe(0);
    const inUse = await run(stepCommand, early, "--yes");
    expect(inUse.code).toBe(1);
    expect(inUse.out).toMatch(/^FAIL {2}team wrote at v1beta1 on /m);
    expect((await run(stepCommand, early, "--undo", "--yes")).code).toBe(0);
    for (const name of names) {
      await newer.apply(objectIn(cronTab, "v1", name), { fieldManager: "team" });
    }
    const file = await plan(crdName, "--remove", "v1beta1", "--quiet-days", "0");
    const out = await carryOut(file);
    expect(out.match(/^step .*/gm)).toEqual([
      "step 1 of 4: deprecate v1beta1",
      "step 2 of 4: stop serving v1beta1",
      "step 3 of 4: back up all objects and the definition",
      "step 4 of 4: remove v1beta1",
    ]);
    expect((await newer.list()).map(nameOf)).toEqual(names);
    const undone = await run(stepCommand, file, "--undo", "--yes");
    expect(undone.out).toContain("ok    step 4 is undone");
    await carryOut(file);
    await newer.apply(objectIn(cronTab, "v1", "a", "after"), { fieldManager: "team" });
  });
});

/** A rule of a role, as `--rbac` prints it. */
interface PrintedRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
}

describe("the printed role of each step", () => {
  const access = { group: "rbac.authorization.k8s.io", version: "v1" };
  const crd = "boxes.roles.example.com";
  let stepper: string;

  beforeAll(async () => {
    await install(world.client, plainDefinition("roles.example.com"));
    const boxes = { group: "roles.example.com", version: "v1", plural: "boxes" };
    await openResource(world.client, boxes).create({
      apiVersion: "roles.example.com/v1",
      kind: "Box",
      metadata: { name: "a" },
    });
    stepper = `${world.keeper.folder}/stepper`;
    const config = await readFile(world.kubeconfig, "utf8");
    await writeFile(stepper, config.replace('"token"', '"as": "stepper", "token"'));
    await openResource(world.client, { ...access, plural: "clusterrolebindings" }).create({
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name: "stepper" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "stepper" },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "stepper" }],
    });
  });

  /** Whether the user may do what a rule says with one of its verbs. */
  async function mayDo(rule: PrintedRule, verb: string): Promise<unknown> {
    const [resource = "", subresource] = rule.resources?.[0]?.split("/") ?? [];
    const attributes =
      rule.nonResourceURLs === undefined
        ? {
            resourceAttributes: {
              group: rule.apiGroups?.[0] ?? "",
              resource,
              ...(subresource !== undefined && { subresource }),
              ...(rule.resourceNames !== undefined && { name: rule.resourceNames[0] ?? "" }),
              verb,
            },
          }
        : { nonResourceAttributes: { path: rule.nonResourceURLs[0] ?? "", verb } };
    const { status } = await world.client.ask({
      method: "POST",
      path: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
      body: {
        apiVersion: "authorization.k8s.io/v1",
        kind: "SubjectAccessReview",
        spec: { user: "stepper", ...attributes },
      },
    });
    return (status as JsonObject)["allowed"];
  }

  /** Gives the user these rights alone, and waits until they are in force. */
  async function grant(all: readonly PrintedRule[], missing?: { rule: number; verb: string }) {
    const rules = all.map((rule, index) => ({
      ...rule,
      verbs: rule.verbs.filter((verb) => index !== missing?.rule || verb !== missing.verb),
    }));
    await openResource(world.client, { ...access, plural: "clusterroles" }).apply(
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: { name: "stepper" },
        rules: rules.filter(({ verbs }) => verbs.length > 0),
      },
      { fieldManager: "test", force: true },
    );
    for (const [index, rule] of all.entries()) {
      for (const verb of rule.verbs) {
        const isMissing = index === missing?.rule && verb === missing.verb;
        await until(
          () => mayDo(rule, verb),
          (allowed) => allowed === !isMissing,
        );
      }
    }
  }

  test("is enough, and the step fails without any of its verbs", async () => {
    const file = await plan(crd, "--storage", "v2");
    const tried: string[] = [];
    for (let step = 1; step <= 4; step++) {
      const { out } = await run(stepCommand, file, "--rbac");
      const { rules }: { rules: PrintedRule[] } = parseYaml(out.slice(out.indexOf("\n")));
      for (const [rule, { verbs }] of rules.entries()) {
        for (const verb of verbs) {
          await grant(rules, { rule, verb });
          const ran = await runAs(stepper, stepCommand, file, "--yes");
          expect({ step, rule, verb, ...ran }).toMatchObject({ code: 1 });
          expect(ran.out).toMatch(/^FAIL {2}.*forbidden/m);
          tried.push(verb);
        }
      }
      await grant(rules);
      const whole = await runAs(stepper, stepCommand, file, "--yes");
      expect({ step, ...whole }).toMatchObject({ code: 0, error: "" });
    }
    expect(new Set(tried)).toEqual(new Set(["get", "list", "patch"]));
    expect(await storedVersions(crd)).toEqual(["v2"]);
  });
});

test("an object whose rewrite admission denies is named, and nothing is trimmed before it is rewritten", async () => {
  const crd = "boxes.denied.example.com";
  await install(world.client, plainDefinition("denied.example.com"));
  const boxes = openResource(world.client, {
    group: "denied.example.com",
    version: "v1",
    plural: "boxes",
  });
  for (const name of names) {
    await boxes.create({ apiVersion: "denied.example.com/v1", kind: "Box", metadata: { name } });
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
  const file = await plan(crd, "--storage", "v2");
  for (let step = 1; step < 3; step++) await run(stepCommand, file, "--yes");
  const { code, out } = await run(stepCommand, file, "--yes");
  expect(code).toBe(1);
  expect(out).toMatch(
    /^FAIL {2}b was not rewritten: 422 .*b is frozen: correct the object, and run/m,
  );
  expect(out).toContain("2 of 3 objects were rewritten");
  expect(await storedVersions(crd)).toEqual(["v1", "v2"]);
  await bindings.delete("frozen");
  await until(isDenied, (denied) => !denied);
  await carryOut(file);
  expect(await storedVersionCounts(world.etcdUrl, "denied.example.com/boxes")).toEqual({ v2: 3 });
});

test("plan --to leads through the whole life of a version", async () => {
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
  const { conversion: _, ...spec } = both["spec"] as JsonObject;
  await install(world.client, only(first, { ...both, spec }));
  const [old, later] = pizza.versions.map((version) => world.objects(pizza, version));
  for (const of of names) await old?.apply(objectIn(pizza, first, of), { fieldManager: "team" });
  const target = planFile("pizza-crd");
  await writeFile(target, JSON.stringify(only(second, both)));
  const file = planFile("pizza");
  const planned = await run(planCommand, "--to", target, "-o", file, "--quiet-days", "0");
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
  for (let step = 1; step < 10; step++) {
    expect({ step, ...(await run(stepCommand, file, "--yes")) }).toMatchObject({ code: 0 });
  }
  const early = await run(stepCommand, file, "--yes");
  expect(early.code).toBe(1);
  expect(early.out).toMatch(/^FAIL {2}managedFields of 3 of 3 pizzas have entries at/m);
  for (const of of names) await later?.apply(objectIn(pizza, second, of), { fieldManager: "team" });
  await carryOut(file);
  expect((await later?.list())?.map(nameOf)).toEqual(names);
  const again = await run(planCommand, "--to", target);
  expect(again.error).toBe("the cluster's definition is already that of the file: nothing to do");
  const broader = withVersions(only(second, both), (each) => ({
    ...each,
    additionalPrinterColumns: [
      { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
    ],
  }));
  await writeFile(target, JSON.stringify(broader));
  const refused = await run(planCommand, name, "--to", target);
  expect(refused.code).toBe(1);
  expect(refused.out).toContain(
    `FAIL  ${second} differs in fields other than served, storage and deprecation: apply this change first`,
  );
});

test("a plain definition without conversion: ended at every write and resumed", async () => {
  const crd = "boxes.plain.example.com";
  await install(world.client, plainDefinition());
  const name = { group: "plain.example.com", plural: "boxes" };
  const [v1, v2] = ["v1", "v2"].map((version) => openResource(world.client, { ...name, version }));
  const box = (of: string, size: number): JsonObject => ({
    apiVersion: "plain.example.com/v1",
    kind: "Box",
    metadata: { name: of },
    size,
  });
  for (const [index, of] of names.entries()) await v1?.create(box(of, index));
  const file = await plan(crd, "--storage", "v2");
  await killedEverywhere(file, async () => undefined);
  expect(await storedVersionCounts(world.etcdUrl, "plain.example.com/boxes")).toEqual({ v2: 3 });
  expect((await v2?.list())?.map(({ size }) => size)).toEqual([0, 1, 2]);
  expect(await storedVersions(crd)).toEqual(["v2"]);
});
