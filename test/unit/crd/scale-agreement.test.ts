import { describe, expect, test } from "vitest";
import { allEngines } from "../../../lib/crd/engines/all-engines.ts";
import { compileKind } from "../../../lib/crd/request/resource-kind.ts";
import { scaleDifferences } from "../../../lib/crd/subresources/scale-agreement.ts";
import type { JsonObject } from "../../../lib/json/value.ts";

const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };

function version(name: string, subresources: JsonObject): JsonObject {
  const schema = { openAPIV3Schema: { type: "object" } };
  return { name, served: true, storage: name === "v1", schema, subresources };
}

const kind = compileKind(
  {
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "things", kind: "Thing" },
      versions: [
        version("v1", { scale }),
        version("v2", { scale: { ...scale, specReplicasPath: ".spec.count" } }),
        version("v3", {}),
      ],
    },
  },
  allEngines,
);

describe("scaleDifferences", () => {
  test.each([
    { name: "the same count at two paths", v2: { spec: { count: 3 } }, differing: [] },
    { name: "another count", v2: { spec: { count: 4 } }, differing: ["v2"] },
    {
      name: "another status",
      v2: { spec: { count: 3 }, status: { replicas: 1 } },
      differing: ["v2"],
    },
    { name: "no count in any version", v2: { spec: { replicas: 3 } }, differing: ["v2"] },
  ])("$name", ({ v2, differing }) => {
    const versions = new Map<string, JsonObject>([
      ["v1", { spec: { replicas: 3 } }],
      ["v2", v2],
      ["v3", { spec: { size: 9 } }],
    ]);
    expect(scaleDifferences(kind, versions).map((each) => each.version)).toEqual(differing);
  });
});
