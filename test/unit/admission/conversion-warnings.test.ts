import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadKinds } from "../../../lib/cli/kinds/kinds.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import type { Kind } from "../../../lib/kind/kind.ts";
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

  test("in at most 120 characters each, whatever the path, and without control characters", async () => {
    const long = "x".repeat(300);
    const object = database("v1beta1", { ...mysql, backupInterval: "soon" });
    const lens = kind?.lenses[0];
    const rules = [
      { op: "duration" as const, from: `spec.${long}`, to: `spec.${long}`, unit: "s" as const },
    ];
    const { defineKind } = await import("../../../lib/kind/kind.ts");
    if (kind === undefined || lens === undefined) throw new Error("no kind");
    const named = defineKind({ crd: kind.crd, lenses: [{ ...lens, rules }], ...handled });
    const spec = { [long]: "soon" };
    const warnings = await warningsOf(named, "validate", { object: { ...object, spec } });
    const [warning] = Array.isArray(warnings) ? warnings.map(String) : [];
    expect(warning).toMatch(/^spec\.x+… cannot be parsed for v1: /);
    expect(warning).toHaveLength(120);
  });
});
