import { describe, expect, test } from "vitest";
import { applyPatch } from "../../../lib/admission/patch/apply.ts";
import { readPatch } from "../../../lib/admission/patch/read-patch.ts";
import type { ClusterClient } from "../../../lib/evolve/cluster-client.ts";
import { targetActions } from "../../../lib/evolve/plan/target-actions.ts";
import { mapsIn } from "../../../lib/json/members.ts";
import { isObject, type JsonObject } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";

interface VersionFacts {
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: JsonObject;
}

function version(name: string, facts: VersionFacts = {}): JsonObject {
  return { name, served: true, storage: false, schema: { type: "object" }, ...facts };
}

const webhook = (url: string, more: JsonObject = {}): JsonObject => ({
  strategy: "Webhook",
  webhook: { clientConfig: { url, ...more } },
});

function boxes(versions: readonly JsonObject[], conversion?: JsonObject): JsonObject {
  const spec = { group: "example.com", names: { kind: "Box", plural: "boxes" }, versions };
  return {
    metadata: { name: "boxes.example.com", uid: "u", generation: 3 },
    spec: { ...spec, ...(conversion !== undefined && { conversion }) },
    status: { storedVersions: ["v1"] },
  };
}

/** A server that accepts each dry run, and sets no defaults. */
function serverOf(crd: JsonObject): ClusterClient {
  return {
    get: () => Promise.reject(new Error("nothing is read")),
    send: async ({ path, body }) => {
      expect(path).toMatch(/&dryRun=All$/);
      const changes = mapsIn(body).filter(({ op }) => op !== "test");
      const operations = readPatch(Buffer.from(stringify(changes)).toString("base64"));
      const patched = applyPatch(crd, operations.ok ? operations.value : []);
      return { status: 200, body: patched.ok && isObject(patched.value) ? patched.value : {} };
    },
  };
}

const live = boxes([version("v1", { storage: true })], webhook("https://a", { caBundle: "x" }));

test("a version is added with the conversion of the file, and a controller's certificate is not changed", async () => {
  const target = (url: string) =>
    boxes([version("v1", { storage: true }), version("v2")], webhook(url));
  const same = await targetActions(serverOf(live), live, target("https://a"));
  const added = { ...version("v2"), served: false };
  expect(same).toEqual({
    ok: true,
    value: [
      { type: "add-version", version: added, index: 1, conversion: null },
      { type: "set-served", version: "v2", served: true },
    ],
  });
  const other = await targetActions(serverOf(live), live, target("https://b"));
  expect(other).toMatchObject({
    value: [
      {
        type: "add-version",
        conversion: { from: webhook("https://a", { caBundle: "x" }), to: webhook("https://b") },
      },
      { type: "set-served" },
    ],
  });
});

test("deprecation and serving are taken from the file", async () => {
  const both = boxes([
    version("v1", { storage: true }),
    version("v2", { deprecated: true, deprecationWarning: "use v3" }),
  ]);
  const target = boxes([
    version("v1", { storage: true, deprecated: true, deprecationWarning: "use v3" }),
    version("v2", { served: false }),
  ]);
  expect(await targetActions(serverOf(both), both, target)).toEqual({
    ok: true,
    value: [
      {
        type: "set-deprecated",
        version: "v1",
        deprecated: true,
        warning: { from: null, to: "use v3" },
      },
      {
        type: "set-deprecated",
        version: "v2",
        deprecated: false,
        warning: { from: "use v3", to: null },
      },
      { type: "set-served", version: "v2", served: false },
    ],
  });
});

describe("a change that no step makes is refused", () => {
  const remedy =
    "apply this change first (customhouse compat shows what it breaks), and plan again";
  test.each([
    {
      name: "a schema",
      target: boxes([version("v1", { storage: true, schema: { type: "string" } })]),
      error: `v1 differs in fields other than served, storage and deprecation: ${remedy}`,
    },
    {
      name: "a new storage version that is not served",
      target: boxes([version("v1"), version("v2", { storage: true, served: false })]),
      error:
        "v2 is to be the storage version and is not served, so that objects can't be rewritten at it: set served: true in the file",
    },
    {
      name: "a conversion without a new version",
      target: boxes([version("v1", { storage: true })], webhook("https://b")),
      error: `spec.conversion differs: ${remedy}`,
    },
  ])("$name", async ({ target, error }) => {
    expect(await targetActions(serverOf(live), live, target)).toEqual({
      ok: false,
      error: [error],
    });
  });

  test("a changed deprecation warning is refused", async () => {
    const facts = { storage: true, deprecated: true };
    const [one, other] = ["a", "b"].map((deprecationWarning) =>
      boxes([version("v1", { ...facts, deprecationWarning })]),
    );
    expect(await targetActions(serverOf(one ?? {}), one ?? {}, other ?? {})).toEqual({
      ok: false,
      error: [`the deprecationWarning of v1 differs: ${remedy}`],
    });
  });

  test("a change that the API server refuses is refused", async () => {
    const causes = [{ field: "spec.versions[1].schema", message: "Required value" }];
    const refusing: ClusterClient = {
      ...serverOf(live),
      send: async () => ({ status: 422, body: { message: "long", details: { causes } } }),
    };
    expect(await targetActions(refusing, live, live)).toEqual({
      ok: false,
      error: [
        "the API server refuses the change of boxes.example.com with 422: spec.versions[1].schema: Required value",
      ],
    });
  });
});
