import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadKinds } from "../../../lib/cli/kinds/kinds.ts";
import type { CrdVersion } from "../../../lib/crd/crd-facts.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { defineKind, type Kind } from "../../../lib/kind/kind.ts";
import {
  type DatabaseFolder,
  database,
  databaseConversions,
  databaseFolder,
} from "../../support/database-kind.ts";
import { type AdmissionParts, admissionReview } from "../../support/reviews.ts";
import { responseIn, send } from "../../support/send-review.ts";

let folder: DatabaseFolder | undefined;
let kind: Kind | undefined;
beforeAll(async () => {
  folder = await databaseFolder(databaseConversions.whole);
  [kind] = await loadKinds([folder.kinds]);
});
afterAll(() => folder?.remove());

const handledAtV2 = { admission: { at: "v2" } };
const handled = { admission: { at: "v1" } };
const guarded = { conversionGuard: true };

/** What a user is warned of. */
async function warningsOf(
  own: Partial<Kind>,
  verb: "mutate" | "validate",
  parts: AdmissionParts,
): Promise<unknown> {
  const kinds = kind === undefined ? [] : [{ ...kind, ...own }];
  const { httpResponse } = await send(verb, stringify(admissionReview(parts)), { kinds });
  const response: JsonObject = responseIn(httpResponse.body);
  expect(response["allowed"]).toBe(true);
  return response["warnings"] ?? [];
}

const group = "tasks.example.com";
const text = { type: "string" };

/** A version whose keyed list has items with the given fields. */
function tasksVersion(name: string, storage: boolean, fields: JsonObject): CrdVersion {
  const items = { type: "object", required: ["name"], properties: { name: text, ...fields } };
  const list = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] };
  const spec = {
    type: "object",
    properties: { tasks: { type: "array", items, ...list } },
  };
  const schema = { type: "object", properties: { spec } };
  return { name, served: true, storage, schema };
}

/** v1 has a field in the items of a keyed list that v2 can't represent. */
const tasksKind = defineKind({
  crd: {
    group,
    kind: "Plan",
    plural: "plans",
    scope: "Namespaced",
    versions: [tasksVersion("v1", false, { note: text }), tasksVersion("v2", true, {})],
  },
  lenses: [
    {
      from: "v1",
      to: "v2",
      rules: [
        {
          op: "each",
          from: "spec.tasks",
          to: "spec.tasks",
          key: "name",
          rules: [{ op: "keep", from: "note" }],
        },
      ],
    },
  ],
});

/** A plan at v1 whose only task has a note. */
function tasks(note: string): JsonObject {
  return {
    apiVersion: `${group}/v1`,
    kind: "Plan",
    metadata: { name: "p", namespace: "team", uid: "u" },
    spec: { tasks: [{ name: "a", note }] },
  };
}

const soon = "spec.backupInterval cannot be parsed for v1: it is preserved, but not visible in v1";
const rounded = "spec.storageSize is rounded in v1; the exact value is preserved";
const empty = "spec.engine has no value in v1, which requires it";
const oracle = "spec.engineType cannot be parsed for v1: it is preserved, but not visible in v1";
const mysql = { engineType: "mysql" };

describe("an admission warns of remarks of the conversion", () => {
  test.each<{ name: string; spec: JsonObject; old?: JsonObject; warnings: readonly string[] }>([
    { name: "nothing", spec: mysql, warnings: [] },
    {
      name: "values that can't be parsed or are rounded",
      spec: { ...mysql, backupInterval: "soon", storageSize: "1.5Gi" },
      warnings: [soon, rounded],
    },
    {
      name: "on UPDATE the values that it writes",
      spec: { ...mysql, backupInterval: "soon", storageSize: "1.5Gi" },
      old: { ...mysql, storageSize: "1.5Gi" },
      warnings: [soon],
    },
  ])("$name", async ({ spec, old, warnings }) => {
    const object = database("v1beta1", spec);
    const parts: AdmissionParts =
      old === undefined
        ? { object }
        : { object, oldObject: database("v1beta1", old), operation: "UPDATE" };
    expect(await warningsOf(handled, "mutate", parts)).toEqual(warnings);
    expect(await warningsOf(handled, "validate", parts)).toEqual(warnings);
    expect(await warningsOf(guarded, "validate", parts)).toEqual(warnings);
    expect(await warningsOf({ ...handled, ...guarded }, "validate", parts)).toEqual(warnings);
    expect(await warningsOf({}, "validate", parts)).toEqual([]);
  });

  test("of a required field that stays empty, once", async () => {
    const object = database("v1beta1", { engineType: "oracle" });
    for (const verb of ["mutate", "validate"] as const) {
      expect(await warningsOf(handled, verb, { object })).toEqual([oracle, empty]);
      const again = { object: { ...object, more: 1 }, oldObject: object, operation: "UPDATE" };
      expect(await warningsOf(handled, verb, again)).toEqual([]);
    }
  });

  test("of preserved values that are held back, if the request brings them in", async () => {
    const annotations = { "example.com/kept.v1.x": '{"spec.nowhere":[1]}' };
    const object = database("v1beta1", mysql, { annotations });
    const held = "1 preserved value is held back: not valid in v1, not parsable, or repeated";
    expect(await warningsOf(handled, "validate", { object })).toEqual([held]);
    const again = {
      object: { ...object, spec: { ...mysql, backupInterval: "1m" } },
      oldObject: object,
      operation: "UPDATE",
    };
    expect(await warningsOf(handled, "validate", again)).toEqual([]);
  });

  test("of a preserved value of a keyed item that is lost, if the request writes it", async () => {
    const object = tasks("x".repeat(140_000));
    const lost = `spec.tasks[name="a"].note is lost in v2: the annotations have no space to preserve it`;
    const own = { ...tasksKind, ...handledAtV2 };
    const changed = { object, oldObject: tasks("short"), operation: "UPDATE" };
    expect(await warningsOf(own, "validate", changed)).toEqual([lost]);
    const unchanged = { object: { ...object, more: 1 }, oldObject: object, operation: "UPDATE" };
    expect(await warningsOf(own, "validate", unchanged)).toEqual([]);
  });

  test("in at most 120 characters each, whatever the path, and without control characters", async () => {
    const long = "x".repeat(300);
    const object = database("v1beta1", { ...mysql, backupInterval: "soon" });
    const lens = kind?.lenses[0];
    const rules = [
      { op: "duration" as const, from: `spec.${long}`, to: `spec.${long}`, unit: "s" as const },
    ];
    if (kind === undefined || lens === undefined) throw new Error("no kind");
    const named = defineKind({ crd: kind.crd, lenses: [{ ...lens, rules }], ...handled });
    const spec = { [long]: "soon" };
    const warnings = await warningsOf(named, "validate", { object: { ...object, spec } });
    const [warning] = Array.isArray(warnings) ? warnings.map(String) : [];
    expect(warning).toMatch(/^spec\.x+… cannot be parsed for v1: /);
    expect(warning).toHaveLength(120);
  });
});
