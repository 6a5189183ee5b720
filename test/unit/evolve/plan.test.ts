import { describe, expect, test } from "vitest";
import { liveDefinition } from "../../../lib/evolve/live-definition.ts";
import { noVersionsNamed } from "../../../lib/evolve/named-versions.ts";
import {
  removeSteps,
  storageSteps,
  storageVersionHash,
  unserveSteps,
} from "../../../lib/evolve/plan/plan-steps.ts";
import type { VersionReport } from "../../../lib/evolve/version-report.ts";
import type { JsonObject } from "../../../lib/json/value.ts";

const remedies = { kubectl: "kubectl" };

/** What a cluster says about crontabs with these versions, of which the last is the storage version. */
function report(labels: JsonObject = {}, isServed = true): VersionReport {
  const definition = liveDefinition({
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
  });
  return {
    definition,
    objects: noVersionsNamed(),
    owned: [],
    admission: { rules: [], unread: [] },
    requests: new Map(),
    unread: [],
  };
}

test("the hash that discovery shows of a storage version, as a cluster printed it", () => {
  const hashes = ["v1beta1", "v1"].map((version) =>
    storageVersionHash("stable.example.com", version, "CronTab"),
  );
  expect(hashes).toEqual(["0ocZBpkKvos=", "EdX2FP+L0js="]);
});

describe("steps", () => {
  test("what is stored at the version already is rewritten and trimmed, without another flip", () => {
    expect(storageSteps(report(), "v1", remedies).map(({ title }) => title)).toEqual([
      "back up all objects and the definition",
      "rewrite every object at v1",
      "trim storedVersions to v1",
    ]);
  });

  test("the way back comes with each", () => {
    const titles = storageSteps(report(), "v1beta1", remedies).map(({ title, undo }) => [
      title,
      undo?.includes("--type=") ?? false,
    ]);
    expect(titles).toEqual([
      ["back up all objects and the definition", false],
      ["store at v1beta1", true],
      ["rewrite every object at v1beta1", true],
      ["trim storedVersions to v1beta1", true],
    ]);
  });

  test("the reasons against the end of a version come first", () => {
    const wanted = { version: "v1beta1", end: "remove", quietSince: "" } as const;
    const [, removal] = removeSteps(report(), wanted, remedies);
    expect(removal?.first).toEqual([
      expect.stringMatching(/^v1beta1 is still served: once --check-unserve v1beta1 finds nothing/),
    ]);
    const [, unserved] = removeSteps(report({}, false), wanted, remedies);
    expect(unserved?.first).toEqual([]);
    expect(unserved?.run).toBe(
      `kubectl patch crd crontabs.stable.example.com --type=json -p '[{"op":"test","path":"/spec/versions/0/name","value":"v1beta1"},{"op":"test","path":"/spec/versions/0/served","value":false},{"op":"remove","path":"/spec/versions/0"}]'`,
    );
  });

  test("a definition that a program applies is changed in its manifest", () => {
    const labels = {
      "kustomize.toolkit.fluxcd.io/name": "apps",
      "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
    };
    const wanted = { version: "v1beta1", end: "unserve", quietSince: "" } as const;
    expect(unserveSteps(report(labels), wanted, remedies).map(({ run }) => run)).toEqual([
      "mark v1beta1 as deprecated in the manifest of Flux Kustomization flux-system/apps (label kustomize.toolkit.fluxcd.io/name=apps)",
      "set served: false for v1beta1 in the manifest of Flux Kustomization flux-system/apps (label kustomize.toolkit.fluxcd.io/name=apps)",
    ]);
  });
});
