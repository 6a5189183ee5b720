import { describe, expect, test } from "vitest";
import type { ClusterWrite } from "../../../lib/evolve/cluster-client.ts";
import { copyObjects, enoughObjects, moveCopies } from "../../../lib/evolve/rehearse/copies.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { asMap } from "../../support/as-map.ts";

const crd: JsonObject = {
  metadata: { name: "jobs.example.com", uid: "u", generation: 1 },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { kind: "Job", plural: "jobs" },
    versions: ["v1", "v2"].map((name) => ({
      name,
      served: true,
      storage: name === "v1",
      subresources: { status: {} },
      schema: { openAPIV3Schema: { type: "object" } },
    })),
  },
};

const job = (name: string, more: JsonObject = {}): JsonObject => ({
  apiVersion: "example.com/v1",
  kind: "Job",
  metadata: {
    name,
    namespace: "team",
    uid: "theirs",
    labels: { a: "b" },
    annotations: { c: "d", "rehearsal.customhouse/old": "1" },
  },
  spec: { size: 1 },
  ...more,
});

/** A cluster that lists objects, and refuses to write those of some names. */
function clusterOf(objects: readonly JsonObject[], refusedNames: readonly string[] = []) {
  const sent: ClusterWrite[] = [];
  const client = {
    get: async () => ({ status: 200, body: { items: [...objects], metadata: {} } }),
    send: async (write: ClusterWrite) => {
      sent.push(write);
      const isRefused = refusedNames.some((name) => write.path.includes(`/jobs/${name}`));
      return isRefused
        ? { status: 422, body: { message: "spec.size is too large" } }
        : { status: 201, body: {} };
    },
  };
  return { client, sent };
}

describe("copyObjects", () => {
  test("creates each namespace once, then a copy without fields that belong to its cluster", async () => {
    const { client, sent } = clusterOf([]);
    const { copied, refused } = await copyObjects(client, crd, [job("one"), job("two")]);
    expect({ copied: copied.map(({ name }) => name), refused }).toEqual({
      copied: ["one", "two"],
      refused: [],
    });
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /api/v1/namespaces",
      "PATCH /apis/example.com/v1/namespaces/team/jobs/one?fieldManager=rehearsal&force=true",
      "PATCH /apis/example.com/v1/namespaces/team/jobs/two?fieldManager=rehearsal&force=true",
    ]);
    expect(sent[1]).toMatchObject({
      contentType: "application/apply-patch+yaml",
      body: {
        apiVersion: "example.com/v1",
        kind: "Job",
        metadata: {
          name: "one",
          namespace: "team",
          labels: { a: "b" },
          annotations: { c: "d", "rehearsal.customhouse/copy": "true" },
        },
        spec: { size: 1 },
      },
    });
    expect(JSON.stringify(sent)).not.toMatch(/theirs|rehearsal\.customhouse\/old/);
  });

  test("writes the status separately, once the object exists", async () => {
    const { client, sent } = clusterOf([]);
    await copyObjects(client, crd, [job("one", { status: { ready: true } })]);
    expect(sent.at(-1)).toMatchObject({
      path: "/apis/example.com/v1/namespaces/team/jobs/one/status?fieldManager=rehearsal&force=true",
      body: { metadata: { name: "one", namespace: "team" }, status: { ready: true } },
    });
    expect(sent.at(-1)?.body).not.toHaveProperty("spec");
  });

  test("reports the objects that the API server refuses, with the reason", async () => {
    const { client } = clusterOf([], ["two"]);
    const { copied, refused } = await copyObjects(client, crd, [job("one"), job("two")]);
    expect(copied.map(({ name }) => name)).toEqual(["one"]);
    expect(refused).toEqual([expect.stringMatching(/^team\/two: .*spec\.size is too large/)]);
  });
});

describe("moveCopies", () => {
  test("applies each object at the other version", async () => {
    const { client, sent } = clusterOf([job("one"), job("two")], ["two"]);
    expect(await moveCopies(client, crd, "v2")).toEqual([
      expect.stringMatching(/^team\/two can't be applied at v2: .*spec\.size is too large/),
    ]);
    expect(sent[0]).toMatchObject({ body: { apiVersion: "example.com/v2" } });
  });
});

describe("enoughObjects", () => {
  test.each([
    { name: "none without objects", objects: [], count: 3, names: [] },
    { name: "all if there are enough", objects: ["a", "b"], count: 1, names: ["a", "b"] },
    {
      name: "copies of the first objects",
      objects: ["a"],
      count: 3,
      names: ["a", "a-copy-2", "a-copy-3"],
    },
  ])("$name", ({ objects, count, names }) => {
    const found = enoughObjects(
      objects.map((name) => job(name)),
      count,
    );
    expect(found.map(({ metadata }) => asMap(metadata)["name"])).toEqual(names);
  });
});
