import { describe, expect, test } from "vitest";
import { definitionPath, liveDefinition } from "../../../lib/evolve/live-definition.ts";
import { versionStep } from "../../../lib/evolve/step/registry.ts";
import type { StepAction } from "../../../lib/evolve/step/step-action.ts";
import type { StepContext } from "../../../lib/evolve/step/step-context.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { type Interception, oldObject, scriptedCluster } from "../../support/scripted-cluster.ts";

interface Facts {
  readonly generation?: number;
  readonly storage?: string;
  /** The versions that are served. */
  readonly served?: readonly string[];
}

function crdOf({ generation = 2, storage = "v1", served = ["v1beta1", "v1"] }: Facts = {}) {
  const version = (name: string) => ({
    name,
    served: served.includes(name),
    storage: name === storage,
  });
  return {
    metadata: { name: "crontabs.stable.example.com", uid: "d", generation },
    spec: {
      group: "stable.example.com",
      names: { kind: "CronTab", plural: "crontabs" },
      versions: [version("v1beta1"), version("v1")],
      conversion: { strategy: "Webhook" },
    },
    status: { storedVersions: ["v1beta1", "v1"] },
  };
}

/** What a step works with in a cluster with one object. `live`: the definition as the cluster has it when it is read again. */
function contextOf(
  facts: Facts,
  live: Facts,
  intercept: Interception = () => undefined,
): StepContext {
  const crd = crdOf(facts);
  const client = scriptedCluster([oldObject("a")], {
    intercept: (request) =>
      request.path === definitionPath(crd.metadata.name)
        ? { status: 200, body: crdOf(live) }
        : intercept(request),
  });
  const names = new Set<string>();
  return {
    client,
    crd,
    definition: liveDefinition(crd),
    kubeApiServer: "v1.37.1",
    clusterFlags: { kubectl: "kubectl", flags: "" },
    quietSince: "",
    isUndo: false,
    isDryRun: false,
    wait: async () => undefined,
    signal: new AbortController().signal,
    files: {
      backUp: async () => [],
      checkpoint: () => ({ has: (name) => names.has(name), add: (name) => names.add(name) }),
    },
    onRewritten: () => undefined,
  };
}

test.each([
  { name: "is done if the definition stays as it was", live: {}, faults: [] },
  {
    name: "is not done if another version became the storage version meanwhile",
    live: { generation: 3, storage: "v1beta1" },
    faults: [
      "crontabs.stable.example.com was changed while objects were rewritten: run the step again",
    ],
  },
])("a rewrite $name", async ({ live, faults }) => {
  const step = versionStep({ type: "rewrite", version: "v1" });
  const result = await step.act(contextOf({}, live));
  expect(result.faults).toEqual(faults);
});

describe("an undo gives back", () => {
  const crd = crdOf();
  const [older] = crd.spec.versions;
  const deprecated = { ...older, deprecated: true, deprecationWarning: "use v1" };
  const version = { name: "v2", served: false, storage: false };
  const url = { strategy: "Webhook", webhook: { clientConfig: { url: "https://hooks" } } };
  test.each<{ name: string; action: StepAction; before: JsonObject }>([
    {
      name: "the conversion that an added version came with",
      action: {
        type: "add-version",
        version,
        index: 2,
        conversion: { from: { strategy: "Webhook" }, to: url },
      },
      before: crd,
    },
    {
      name: "the warning of a version that was deprecated",
      action: {
        type: "set-deprecated",
        version: "v1beta1",
        deprecated: false,
        warning: { from: "use v1", to: null },
      },
      before: { ...crd, spec: { ...crd.spec, versions: [deprecated, crd.spec.versions[1] ?? {}] } },
    },
  ])("$name", ({ action, before }) => {
    const step = versionStep(action);
    const after = step.applied(before);
    expect(after).not.toEqual(before);
    const undo = step.undo(liveDefinition(after));
    if (undo.type === "none") throw new Error(undo.because);
    expect(versionStep(undo).applied(after)).toEqual(before);
  });
});

test("objects that can't be read at a version, because it is not served, are reasons against storing at it", async () => {
  const facts = { storage: "v1beta1", served: ["v1beta1"] };
  const unserved = { status: 404, body: { message: "404 page not found" } };
  const context = contextOf(facts, facts, ({ path }) =>
    path.includes("/v1/") ? unserved : undefined,
  );
  const step = versionStep({ type: "set-storage", version: "v1", from: "v1beta1" });
  expect(await step.check(context)).toEqual([
    expect.stringContaining("default/a can't be read at v1: 404 404 page not found"),
  ]);
});
