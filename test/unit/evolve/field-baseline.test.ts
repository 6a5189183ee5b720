import { describe, expect, test } from "vitest";
import type { ClusterReader } from "../../../lib/evolve/cluster-reader.ts";
import { liveDefinition } from "../../../lib/evolve/live-definition.ts";
import { FieldBaseline } from "../../../lib/evolve/rehearse/field-baseline.ts";
import { lostWrites } from "../../../lib/evolve/rehearse/lost-writes.ts";
import type { JsonObject } from "../../../lib/json/value.ts";

const crd: JsonObject = {
  metadata: { name: "boxes.example.com" },
  spec: {
    group: "example.com",
    names: { kind: "Box", plural: "boxes" },
    versions: [
      { name: "v1", served: true, storage: true },
      { name: "v2", served: true, schema: { openAPIV3Schema: defaultingSchema() } },
      { name: "v3", served: false },
    ],
  },
};
const definition = liveDefinition(crd);

/** A schema with defaults at several depths. */
function defaultingSchema(): JsonObject {
  const text = { type: "string" };
  const item = { type: "object", properties: { kind: { ...text, default: "plain" } } };
  const cleanup = { type: "object", properties: { policy: text }, default: { policy: "Delete" } };
  const properties = {
    size: { type: "integer", default: 1 },
    cleanup,
    items: { type: "array", items: item },
  };
  return { type: "object", properties: { spec: { type: "object", properties } } };
}

function box(name: string, spec: JsonObject, annotations: JsonObject = {}): JsonObject {
  return { metadata: { name, annotations }, spec };
}

/** A cluster that has these boxes at each version. */
function clusterOf(boxes: () => Readonly<Record<string, readonly JsonObject[]>>): ClusterReader {
  return {
    get: async (path) => {
      const [, version = "", name] =
        /^\/apis\/example\.com\/(v\d)\/boxes(?:\/(\w+))?/.exec(path) ?? [];
      const items = boxes()[version] ?? [];
      if (name === undefined) return { status: 200, body: { items } };
      const found = items.find(({ metadata }) => JSON.stringify(metadata).includes(`"${name}"`));
      return found === undefined
        ? { status: 404, body: { message: "not found" } }
        : { status: 200, body: found };
    },
  };
}

describe("FieldBaseline", () => {
  test("names fields that differ from the first time by object and path, without values", async () => {
    let boxes: Readonly<Record<string, readonly JsonObject[]>> = {
      v1: [box("a", { size: 1, kept: true }), box("b", { size: 2 })],
    };
    const cluster = clusterOf(() => boxes);
    const baseline = new FieldBaseline();
    expect(await baseline.changedObjects(cluster, crd)).toEqual([]);
    boxes = { v1: [box("a", { kept: true, size: 1 }, { new: "x" }), box("b", { size: 2 })] };
    expect(await baseline.changedObjects(cluster, crd)).toEqual([]);
    boxes = { v1: [box("a", { size: "secret", kept: true })] };
    expect(await baseline.changedObjects(cluster, crd)).toEqual([
      "a has other values at v1: spec.size",
      "b is gone at v1",
    ]);
  });

  test("cuts a long list of paths", async () => {
    const spec = (value: number) => Object.fromEntries([..."abcdefg"].map((key) => [key, value]));
    let boxes = { v2: [box("a", spec(1))] };
    const baseline = new FieldBaseline();
    const cluster = clusterOf(() => boxes);
    await baseline.changedObjects(cluster, crd);
    boxes = { v2: [box("a", spec(2))] };
    expect(await baseline.changedObjects(cluster, crd)).toEqual([
      "a has other values at v2: spec.a, spec.b, spec.c, spec.d, spec.e and 2 more",
    ]);
  });
});

describe("FieldBaseline, of fields with a default in the version's schema", () => {
  /** The lines for the box `a` at v2 that has `before` at first, and `after` later. */
  async function linesOf(before: JsonObject, after: JsonObject): Promise<readonly string[]> {
    let boxes = { v2: [box("a", before)] };
    const cluster = clusterOf(() => boxes);
    const baseline = new FieldBaseline();
    await baseline.changedObjects(cluster, crd);
    boxes = { v2: [box("a", after)] };
    return baseline.changedObjects(cluster, crd);
  }
  const changed = (path: string) => [`a has other values at v2: ${path}`];

  test("an absent field that gets its default is not a change", async () => {
    const items = [{}, { kind: "x" }];
    const after = {
      items: [{ kind: "plain" }, { kind: "x" }],
      size: 1,
      cleanup: { policy: "Delete" },
    };
    expect(await linesOf({ items }, after)).toEqual([]);
    expect(await linesOf({ items }, { items, size: 1 })).toEqual([]);
  });

  test.each([
    { name: "an absent field with another value than its default", before: {}, after: { size: 2 } },
    { name: "a field that has its default now", before: { size: 2 }, after: { size: 1 } },
    { name: "a field that had its default", before: { size: 1 }, after: {} },
    { name: "null in place of an absent field", before: {}, after: { size: null } },
  ])("$name is a change", async ({ before, after }) => {
    expect(await linesOf(before, after)).toEqual(changed("spec.size"));
  });

  test("a default with something else beside it, and a field without a default, are changes", async () => {
    expect(await linesOf({}, { cleanup: { policy: "Delete", more: 1 } })).toEqual(
      changed("spec.cleanup"),
    );
    expect(await linesOf({ cleanup: {} }, { cleanup: { policy: "Delete" } })).toEqual(
      changed("spec.cleanup.policy"),
    );
  });
});

test("lostWrites names writes that are missing", async () => {
  const cluster = clusterOf(() => ({
    v1: [box("a", {}, { one: "5" }), box("b", {}, { one: "3" }), box("c", {})],
  }));
  const written = ["a", "b", "c", "d"].map((name) => ({
    object: { name },
    annotation: "one",
    count: 4,
  }));
  expect(await lostWrites(cluster, definition, written)).toEqual([
    "b: one is 3, and 4 was written",
    "c: one is 0, and 4 was written",
    "d can't be read at v1: 404 not found",
  ]);
});
