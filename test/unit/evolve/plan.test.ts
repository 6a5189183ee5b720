import { describe, expect, test } from "vitest";
import { liveDefinition } from "../../../lib/evolve/live-definition.ts";
import { noVersionsNamed } from "../../../lib/evolve/named-versions.ts";
import {
  plannedSteps,
  removeActions,
  stepTexts,
  storageActions,
  unserveActions,
} from "../../../lib/evolve/plan/plan-steps.ts";
import type { StepAction } from "../../../lib/evolve/step/step-action.ts";
import { storageVersionHash } from "../../../lib/evolve/step/storage-version-hash.ts";
import type { JsonObject } from "../../../lib/json/value.ts";

const clusterFlags = { kubectl: "kubectl", flags: " --context prod" };

/** crontabs with two versions, of which the last is the storage version. */
function crontabs(labels: JsonObject = {}, isServed = true): JsonObject {
  return {
    metadata: { name: "crontabs.stable.example.com", uid: "u", generation: 3, labels },
    spec: {
      group: "stable.example.com",
      names: { kind: "CronTab", plural: "crontabs" },
      versions: [
        { name: "v1beta1", served: isServed, storage: false },
        { name: "v1", served: true, storage: true },
      ],
    },
    status: { storedVersions: ["v1"] },
  };
}

/** The texts of actions, where nothing but the definition is against them. */
function textsOf(crd: JsonObject, actions: readonly StepAction[]) {
  const report = {
    definition: liveDefinition(crd),
    objects: noVersionsNamed(),
    owned: [],
    admission: { rules: [], notRead: [] },
    requests: new Map(),
    notRead: [],
  };
  return stepTexts(plannedSteps({ report, crd }, actions, "", clusterFlags), crd, clusterFlags);
}

test("the hash that discovery shows for a storage version equals the one of a cluster", () => {
  const names = { group: "stable.example.com", kind: "CronTab" };
  const hashes = ["v1beta1", "v1"].map((version) => storageVersionHash(names, version));
  expect(hashes).toEqual(["0ocZBpkKvos=", "EdX2FP+L0js="]);
});

describe("steps", () => {
  test("rewrite and trim objects stored at the version already, without changing the storage version", () => {
    const texts = textsOf(crontabs(), storageActions(crontabs(), "v1"));
    expect(texts.map(({ title }) => title)).toEqual([
      "back up all objects and the definition",
      "rewrite every object at v1",
      "trim storedVersions to v1",
    ]);
  });

  test("have an undo command if they have an undo", () => {
    const texts = textsOf(crontabs(), storageActions(crontabs(), "v1beta1"));
    expect(texts.map(({ title, undo }) => [title, undo.split(":")[0]])).toEqual([
      ["back up all objects and the definition", "none"],
      ["store at v1beta1", expect.stringContaining("--type=json")],
      ["rewrite every object at v1beta1", "none"],
      ["trim storedVersions to v1beta1", expect.stringContaining("--subresource=status")],
    ]);
    expect(texts.at(-1)?.undo).toContain(
      '{"op":"replace","path":"/status/storedVersions","value":["v1","v1beta1"]}',
    );
  });

  test("each fit the definition as the step before leaves it", () => {
    const crd = crontabs();
    const [, , , removal] = textsOf(crd, removeActions(crd, "v1beta1"));
    expect(removal?.first).toEqual([]);
    expect(removal?.run).toBe(
      `kubectl patch crd crontabs.stable.example.com --type=json -p '[{"op":"test","path":"/spec/versions/0/name","value":"v1beta1"},{"op":"test","path":"/spec/versions/0/served","value":false},{"op":"remove","path":"/spec/versions/0"}]'`,
    );
    expect(removal?.undo).toContain(
      '{"op":"add","path":"/spec/versions/0","value":{"name":"v1beta1","served":false,"storage":false,',
    );
  });

  test("remove a version that is not served without further steps", () => {
    const crd = crontabs({}, false);
    expect(textsOf(crd, removeActions(crd, "v1beta1")).map(({ title }) => title)).toEqual([
      "back up all objects and the definition",
      "remove v1beta1",
    ]);
  });

  test("change a definition that a program applies in its manifest", () => {
    const crd = crontabs({
      "kustomize.toolkit.fluxcd.io/name": "apps",
      "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
    });
    const texts = textsOf(crd, unserveActions(crd, "v1beta1"));
    expect(texts.map(({ run }) => run)).toEqual([
      "mark v1beta1 as deprecated in the manifest of Flux Kustomization flux-system/apps (label kustomize.toolkit.fluxcd.io/name=apps)",
      "set served: false for v1beta1 in the manifest of Flux Kustomization flux-system/apps (label kustomize.toolkit.fluxcd.io/name=apps)",
    ]);
  });
});
