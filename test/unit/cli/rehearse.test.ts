import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { rehearse } from "../../../lib/cli/verbs/rehearse/rehearse.ts";
import type { StepAction } from "../../../lib/evolve/step/step-action.ts";
import { clusterStandIn } from "../../support/cluster-stand-in.ts";
import { runCommand } from "../../support/run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "customhouse-rehearse-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Stands for the folder of a control plane's programs: nothing of it is run here. */
const assets = mkdtempSync(join(folder, "assets-"));
for (const program of ["etcd", "kube-apiserver", "kubectl"]) {
  writeFileSync(join(assets, program), "");
  chmodSync(join(assets, program), 0o700);
}
beforeEach(() => void vi.stubEnv("KUBEBUILDER_ASSETS", assets));
afterEach(() => void vi.unstubAllEnvs());

const name = "crontabs.stable.example.com";
const example = "examples/kinds/crontab/crd.yaml";
const kinds = ["--kinds", "examples/kinds/crontab"];
let made = 0;

function file(content: unknown): string {
  const path = join(folder, `file-${++made}.json`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

function planFile(action: StepAction = { type: "rewrite", version: "v1" }): string {
  return file({
    format: 3,
    cluster: { uid: "k", kubeApiServer: "v1.36.3", context: "prod" },
    definition: { name, uid: "d", generation: 4 },
    quietDays: 7,
    preflight: {},
    estimate: {},
    steps: [{ action, first: [] }],
  });
}

function definition({ generation = 4, uid = "d", conversion = {}, storage = "v1beta1" } = {}) {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name, uid, generation },
    spec: {
      group: "stable.example.com",
      names: { kind: "CronTab", plural: "crontabs" },
      scope: "Namespaced",
      versions: ["v1beta1", "v1"].map((version) => ({
        name: version,
        served: version === "v1beta1",
        storage: version === storage,
        schema: { openAPIV3Schema: { type: "object" } },
      })),
      conversion,
    },
    status: { storedVersions: ["v1beta1"] },
  };
}

const cronTab = {
  apiVersion: "stable.example.com/v1beta1",
  kind: "CronTab",
  metadata: { name: "a" },
};
const manifest = file(cronTab);
const service = {
  strategy: "Webhook",
  webhook: { clientConfig: { service: { namespace: "ops", name: "hooks" } } },
};

describe("arguments that are refused before a control plane is started", () => {
  test.each<{ name: string; words: readonly string[]; error: string }>([
    { name: "no plan", words: [], error: "give one file with a plan" },
    { name: "two plans", words: ["a", "b"], error: "give one file with a plan" },
    {
      name: "objects from two sources",
      words: [planFile(), "--objects", manifest, "--live", "2"],
      error: "give --objects or --live, not both",
    },
    {
      name: "a definition in a file for objects of the cluster",
      words: [planFile(), "--crd", example],
      error: "--crd needs --objects DIR",
    },
    {
      name: "an invalid number",
      words: [planFile(), "--live", "0"],
      error: '--live takes a number from 1 to 99999, not "0"',
    },
    {
      name: "another form",
      words: [planFile(), "-o", "yaml"],
      error: '-o takes text or json, not "yaml"',
    },
    {
      name: "a kind other than the plan's",
      words: [planFile(), "--kinds", "examples/kinds/pizza"],
      error: `--kinds has no kind for ${name}`,
    },
    {
      name: "the definition of another kind",
      words: [planFile(), "--objects", manifest, "--crd", "examples/kinds/pizza/crd.yaml"],
      error: `examples/kinds/pizza/crd.yaml has the definition of pizzas.restaurant.programming-kubernetes.info, not of ${name}`,
    },
  ])("$name", async ({ words, error }) => {
    expect(await runCommand(rehearse, words)).toEqual({ code: 2, out: "", error });
  });

  test.each([
    { name: "of a later generation", changed: { generation: 5 } },
    { name: "that was deleted and created again", changed: { uid: "e" } },
  ])("a definition $name", async ({ changed }) => {
    const crd = file(definition(changed));
    const words = [planFile(), "--objects", manifest, "--crd", crd];
    expect(await runCommand(rehearse, words)).toMatchObject({
      code: 2,
      error: `${crd} is not the definition that the plan was made for: plan again`,
    });
  });

  test.each([
    {
      name: "objects of other kinds alone",
      object: { ...cronTab, kind: "Other" },
      error: /^.* has no object of crontabs\.stable\.example\.com$/,
    },
    {
      name: "an object at a version that is not served",
      object: { ...cronTab, apiVersion: "stable.example.com/v1" },
      error: /:1: crontabs\.stable\.example\.com does not serve v1$/,
    },
    {
      name: "an object without a name",
      object: { ...cronTab, metadata: {} },
      error: /:1: the object has no metadata\.name: add it$/,
    },
  ])("objects of $name", async ({ object, error }) => {
    const words = [planFile(), "--objects", file(object), "--crd", file(definition())];
    const ran = await runCommand(rehearse, words);
    expect(ran).toMatchObject({ code: 2, error: expect.stringMatching(error) });
  });

  test.each([
    { name: "that the definition has", conversion: service, action: undefined },
    {
      name: "that a step sets",
      conversion: {},
      action: {
        type: "add-version",
        version: {},
        index: 2,
        conversion: { from: {}, to: service },
      } as const,
    },
  ])("a webhook $name and that only the cluster reaches", async ({ conversion, action }) => {
    const crd = file(definition({ conversion }));
    const words = [planFile(action), "--objects", manifest, "--crd", crd];
    expect(await runCommand(rehearse, words)).toMatchObject({
      code: 2,
      error:
        "the conversion webhook is the Service ops/hooks of the cluster, which the control plane of a rehearsal can't reach: give the kind's folder with --kinds, so that the rehearsal serves its conversions instead",
    });
  });

  test("a kind without a version that a step adds", async () => {
    const action = {
      type: "add-version",
      version: { name: "v9" },
      index: 2,
      conversion: null,
    } as const;
    const words = [planFile(action), "--objects", manifest, "--crd", file(definition()), ...kinds];
    expect(await runCommand(rehearse, words)).toMatchObject({
      code: 2,
      error: `the kind for ${name} in --kinds has no version v9: it has v1beta1, v1`,
    });
  });

  test.each([
    { name: "is not set", value: "", error: /^KUBEBUILDER_ASSETS is not set\.\n/ },
    {
      name: "has no program",
      value: folder,
      error: /^KUBEBUILDER_ASSETS is .*, but that folder has no program etcd\.\n/,
    },
  ])("KUBEBUILDER_ASSETS $name: the message says how to get it", async ({ value, error }) => {
    vi.stubEnv("KUBEBUILDER_ASSETS", value);
    const ran = await runCommand(rehearse, [planFile(), "--objects", manifest, "--crd", example]);
    expect(ran).toMatchObject({ code: 2, out: "", error: expect.stringMatching(error) });
    expect(ran.error).toContain('export KUBEBUILDER_ASSETS="$(setup-envtest use -p path)"');
  });
});

describe("the cluster of a plan", () => {
  test.each([
    {
      name: "another cluster",
      uid: "other",
      crd: definition(),
      items: [],
      error: /^this is not the cluster that the plan was made for \(context prod\)/,
    },
    {
      name: "a definition that was changed",
      uid: "k",
      crd: definition({ generation: 6 }),
      items: [],
      error: /was changed by somebody else: .* plan again$/,
    },
    {
      name: "no object",
      uid: "k",
      crd: definition(),
      items: [],
      error: /^the cluster has no crontabs to copy: give some with --objects DIR$/,
    },
    {
      name: "steps that were carried out",
      uid: "k",
      crd: definition({ storage: "v1", generation: 5 }),
      items: [cronTab],
      error: /a rehearsal begins with the first: plan again$/,
    },
  ])("if it has $name is refused", async ({ uid, crd, items, error }) => {
    const standIn = clusterStandIn({
      "/version": { body: { gitVersion: "v1.36.3" } },
      "/api/v1/namespaces/kube-system": { body: { metadata: { uid } } },
      [`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`]: { body: crd },
      "/apis/stable.example.com/v1beta1/crontabs": { body: { items } },
    });
    const plan = planFile({ type: "set-storage", version: "v1", from: "v1beta1" });
    const ran = await runCommand(rehearse, [plan, "--kubectl", standIn.kubectl]);
    standIn.remove();
    expect(ran).toMatchObject({ code: 2, error: expect.stringMatching(error) });
  });
});
