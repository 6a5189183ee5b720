import { describe, expect, test } from "vitest";
import { liveDifferences } from "../../../../lib/cli/verbs/manifests/live-differences.ts";
import type { JsonObject } from "../../../../lib/json/value.ts";

const head = { apiVersion: "v1", kind: "Thing", metadata: { name: "a", namespace: "n" } };

function differences(live: JsonObject, applied: JsonObject): readonly string[] {
  const named = { ...head, ...applied };
  return liveDifferences([head], [{ ...head, ...live }], [named]);
}

describe("liveDifferences", () => {
  test("reports an object that does not exist", () => {
    expect(liveDifferences([head], [], [])).toEqual(["Thing a in n does not exist"]);
  });

  test("ignores fields that the server and kubectl set", () => {
    const annotated = (text: string) => ({
      ...head.metadata,
      annotations: { "kubectl.kubernetes.io/last-applied-configuration": text },
    });
    const written = { resourceVersion: "1", generation: 1, managedFields: [] };
    const live = { metadata: { ...annotated("a"), ...written }, status: { a: 1 } };
    expect(differences(live, { metadata: annotated("b"), status: { a: 2 } })).toEqual([]);
  });

  test.each([
    {
      name: "a field that is missing",
      live: { spec: {} },
      applied: { spec: { a: { b: 1 } } },
      line: '  spec.a: is absent, would be {"b":1}',
    },
    {
      name: "an additional field",
      live: { spec: { a: null } },
      applied: { spec: {} },
      line: "  spec.a: is null, would be absent",
    },
    {
      name: "an item of a list",
      live: { list: [1, { a: 1 }] },
      applied: { list: [1, { a: 2 }] },
      line: "  list[1].a: is 1, would be 2",
    },
    {
      name: "a longer list",
      live: { list: [1] },
      applied: { list: [1, 2] },
      line: "  list: is [1], would be [1,2]",
    },
    {
      name: "a Secret's contents",
      live: { data: { token: "a" } },
      applied: { data: { token: "b" } },
      line: "  data.token: differs",
    },
  ])("$name", ({ live, applied, line }) => {
    expect(differences(live, applied)).toEqual(["Thing a in n", line]);
  });
});
