import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { planCommand } from "../../lib/cli/verbs/plan/plan.ts";
import { stepCommand } from "../../lib/cli/verbs/step/step.ts";
import { mapAt, mapsIn } from "../../lib/json/members.ts";
import { type JsonObject, member } from "../../lib/json/value.ts";
import { metadataOf } from "../../lib/protocol/object-metadata.ts";
import { asMap } from "../support/as-map.ts";
import { type ControlPlane, startControlPlane } from "./support/control-plane.ts";
import { definitions, install, withStorage, withVersions } from "./support/custom-resources.ts";
import { plainBox, plainBoxes } from "./support/plain-boxes.ts";
import { until } from "./support/registrations.ts";
import { openResource, type Resource } from "./support/resource.ts";
import { type StepCommands, stepCommands } from "./support/step-commands.ts";

const group = "roles.example.com";
const crdName = `boxes.${group}`;
const access = { group: "rbac.authorization.k8s.io", version: "v1" };
const team = { fieldManager: "team", force: true };

let plane: ControlPlane;
let commands: StepCommands;
/** The kubeconfig of the user to whom the printed roles are given. */
let stepper: string;

beforeAll(async () => {
  plane = await startControlPlane();
  commands = stepCommands(plane);
  await install(plane.client, only("v1"));
  await boxes("v1").apply(plainBox(group, "a"), team);
  stepper = `${plane.reaper.folder}/stepper`;
  const config = await readFile(plane.kubeconfig, "utf8");
  await writeFile(stepper, config.replace('"token"', '"as": "stepper", "token"'));
  await openResource(plane.client, { ...access, plural: "clusterrolebindings" }).create({
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: "stepper" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "stepper" },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "stepper" }],
  });
});
afterAll(() => plane?.stop());

/** The definition with one version alone. */
function only(version: string): JsonObject {
  return withVersions(withStorage(plainBoxes(group), version), (each) =>
    each["name"] === version ? each : undefined,
  );
}

function boxes(version: string): Resource {
  return openResource(plane.client, { group, version, plural: "boxes" });
}

/** A rule of a role, as `--rbac` prints it. */
interface PrintedRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
}

/** The rules that the next step needs, as it prints them. */
async function printedRules(file: string): Promise<readonly PrintedRule[]> {
  const { out } = await commands.run(stepCommand, file, "--rbac");
  const { rules }: { rules: readonly PrintedRule[] } = parseYaml(out.slice(out.indexOf("\n")));
  return rules;
}

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
  const { status } = await plane.client.ask({
    method: "POST",
    path: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
    body: {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      spec: { user: "stepper", ...attributes },
    },
  });
  return asMap(status)["allowed"];
}

interface Missing {
  readonly rule: number;
  readonly verb: string;
}

/** Gives the user these rights alone, and waits until they are in force. */
async function grant(all: readonly PrintedRule[], missing?: Missing): Promise<void> {
  const rules = all.map((rule, index) => ({
    ...rule,
    verbs: rule.verbs.filter((verb) => index !== missing?.rule || verb !== missing.verb),
  }));
  await openResource(plane.client, { ...access, plural: "clusterroles" }).apply(
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

/** What a write to the definition or to an object would change. */
async function states(): Promise<unknown> {
  const crd = await definitions(plane.client).get(crdName);
  const { status } = crd;
  const served = withVersions(crd, (each) => (each["served"] === true ? each : undefined));
  const [first] = mapsIn(mapAt(served, "spec")["versions"]);
  const objects = await boxes(String(first?.["name"])).list();
  return [crd, ...objects]
    .map((each) => metadataOf(each)["resourceVersion"])
    .concat([status ?? null]);
}

const words = (rule: PrintedRule, verb: string): string =>
  [verb, ...(rule.resources ?? []), ...(rule.nonResourceURLs ?? [])].join(" ");

test("the printed role of each step is sufficient, and without any of its verbs the step fails and changes nothing", async () => {
  const target = commands.planFile("target");
  await writeFile(target, JSON.stringify(only("v2")));
  const file = commands.planFile("plan");
  const planned = await commands.run(planCommand, "--to", target, "-o", file, "--quiet-days", "0");
  expect(planned).toMatchObject({ code: 0, error: "" });
  const tried: Record<number, readonly string[]> = {};
  for (let step = 1; step <= 10; step++) {
    if (step === 8) await boxes("v2").apply(plainBox(group, "a", "v2"), team);
    const rules = await printedRules(file);
    tried[step] = rules.flatMap((rule) => rule.verbs.map((verb) => words(rule, verb)));
    for (const [index, rule] of rules.entries()) {
      for (const verb of rule.verbs) {
        await grant(rules, { rule: index, verb });
        const before = await states();
        const ran = await commands.runAs(stepper, stepCommand, file, "--yes");
        expect({ step, missing: words(rule, verb), ...ran }).toMatchObject({ code: 1 });
        expect(ran.out).toMatch(/^FAIL {2}.*forbidden/m);
        expect(await states()).toEqual(before);
      }
    }
    await grant(rules);
    const whole = await commands.runAs(stepper, stepCommand, file, "--yes");
    expect({ step, ...whole }).toMatchObject({ code: 0, error: "" });
  }
  const always = ["get namespaces", "get customresourcedefinitions"];
  const edit = [...always, "list boxes", "patch customresourcedefinitions"];
  const usage = ["list *", "get /metrics"];
  expect(tried).toEqual({
    1: edit,
    2: edit,
    3: [...always, "list boxes"],
    4: [...edit, "get boxes"],
    5: [...always, "list boxes", "get boxes", "patch boxes"],
    6: [...always, "list boxes", "patch customresourcedefinitions/status", "patch boxes"],
    7: edit,
    8: [...always, "patch customresourcedefinitions", ...usage],
    9: [...always, "list boxes"],
    10: [...always, "patch customresourcedefinitions", "patch boxes", ...usage],
  });
  const { status } = await definitions(plane.client).get(crdName);
  expect(member(asMap(status), "storedVersions")).toEqual(["v2"]);
});
