import { describe, expect, test } from "vitest";
import { allEngines } from "../../../lib/crd/engines/all-engines.ts";
import { createObject, updateObject } from "../../../lib/crd/request/create-and-update.ts";
import { compileKind } from "../../../lib/crd/request/resource-kind.ts";
import { readStoredObject } from "../../../lib/crd/request/schema-coercion.ts";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { crontabs, crontabsOf, version } from "./crd-samples.ts";

const text = { type: "string" };
const rules = [{ rule: "self != 'bad'" }];

function objectOf(properties: JsonObject): JsonObject {
  return { type: "object", properties };
}

const kind = compileKind(
  deepFreeze(
    crontabs({
      versions: [
        version({
          schema: {
            openAPIV3Schema: objectOf({
              spec: objectOf({
                a: { ...text, default: "x" },
                l: { type: "array", items: text, "x-kubernetes-list-type": "set" },
              }),
              status: objectOf({ b: text }),
            }),
          },
        }),
        version({
          name: "v2",
          storage: false,
          schema: {
            openAPIV3Schema: objectOf({ spec: objectOf({ c: { ...text, default: "y" } }) }),
          },
        }),
        version({ name: "v3", storage: false, served: false, schema: {} }),
      ],
    }),
  ),
  allEngines,
);

function cronTab(
  rest: Readonly<Record<string, JsonValue>> = {},
  metadata: JsonObject = {},
): JsonObject {
  return deepFreeze({
    apiVersion: "stable.example.com/v1",
    kind: "CronTab",
    metadata: { name: "a", namespace: "b", ...metadata },
    ...rest,
  });
}

describe("createObject", () => {
  test("prunes, defaults, stores and reads back", () => {
    const result = createObject(kind, "v1", { object: cronTab({ spec: { z: 1 } }) });
    const stored = cronTab({ spec: { a: "x" } }, { generation: 1 });
    expect(result).toMatchObject({
      ok: true,
      value: {
        decoded: cronTab({ spec: { a: "x" } }),
        errors: [],
        strictErrors: ['unknown field "spec.z"'],
        stored,
      },
    });
    const served = result.ok ? result.value.served : undefined;
    expect(Object.fromEntries(served ?? [])).toEqual({
      v1: stored,
      v2: { ...stored, apiVersion: "stable.example.com/v2", spec: {} },
    });
  });

  test("stores in the storage version", () => {
    const body = { ...cronTab({ spec: { c: "z" } }), apiVersion: "stable.example.com/v2" };
    const result = createObject(kind, "v2", { object: body });
    expect(result.ok && result.value.stored).toEqual(cronTab({ spec: {} }, { generation: 1 }));
  });

  test("parses text with its duplicates and lone surrogates", () => {
    const body =
      '{"kind":"CronTab","apiVersion":"stable.example.com/v1","metadata":{"name":"a","namespace":"b"},"spec":{"a":"1","a":"\\ud800","l":[{"q":1,"q":2}]}}';
    const result = createObject(kind, "v1", { text: body });
    expect(result.ok && result.value.decoded).toMatchObject({ spec: { a: "\ufffd" } });
    expect(result.ok && result.value.strictErrors).toEqual([
      'duplicate field "spec.a"',
      'duplicate field "spec.l[0].q"',
      'unknown field "spec.l[0].q"',
    ]);
  });

  test.each([
    { name: "text that is not JSON", body: { text: "{" }, error: "unexpected end" },
    { name: "not a map", body: { object: [] }, error: "the object is not a JSON object" },
    { name: "no kind", body: { object: { apiVersion: "v1" } }, error: "Object 'Kind' is missing" },
    {
      name: "an apiVersion of three parts",
      body: { object: { apiVersion: "a/b/c", kind: "CronTab" } },
      error: "Object 'Kind' is missing",
    },
    {
      name: "an apiVersion of another type",
      body: { object: { apiVersion: 1, kind: "CronTab" } },
      error: ".apiVersion accessor error: 1 is of the type int64, expected string",
    },
    {
      name: "metadata of another type",
      body: { object: { kind: "CronTab", metadata: { name: 1 } } },
      error: "json: cannot unmarshal number into Go struct field ObjectMeta.name of type string",
    },
  ])("does not decode $name", ({ body, error }) => {
    expect(createObject(kind, "v1", body)).toEqual({ ok: false, error });
    expect(updateObject(kind, "v1", body, cronTab())).toEqual({ ok: false, error });
  });

  const rows: readonly { name: string; object: JsonObject; errors: readonly string[] }[] = [
    { name: "another kind", object: { ...cronTab(), kind: "Pod" }, errors: ["kind"] },
    {
      name: "another group",
      object: { ...cronTab(), apiVersion: "apps/v1" },
      errors: ["apiVersion"],
    },
    {
      name: "no name and a bad generateName",
      object: cronTab({}, { name: "", generateName: "A_" }),
      errors: ["metadata.generateName", "metadata.name"],
    },
    {
      name: "a wrong type and a repeated item",
      object: cronTab({ spec: { a: 1, l: ["x", "x"] } }),
      errors: ["spec.a", "spec.l[1]"],
    },
  ];

  test.each(rows)("refuses $name", ({ object, errors }) => {
    const result = createObject(kind, "v1", { object });
    expect(result.ok && result.value.errors.map(({ field }) => field)).toEqual(errors);
    expect(result.ok && result.value.stored).toBeUndefined();
  });

  test("warns about finalizers", () => {
    const finalizers = ["orphan", "a.b", "c", "d.e/f"];
    const result = createObject(kind, "v1", { object: cronTab({}, { finalizers }) });
    const advice = "to avoid accidental conflicts with other finalizer writers";
    expect(result.ok && result.value.warnings).toEqual([
      `metadata.finalizers: "a.b": prefer a domain-qualified finalizer name including a path (/) ${advice}`,
      `metadata.finalizers: "c": prefer a domain-qualified finalizer name ${advice}`,
    ]);
  });

  test("prunes everything in a version without schema", () => {
    const body = { ...cronTab({ spec: 1 }), apiVersion: "stable.example.com/v3" };
    const result = createObject(kind, "v3", { object: body });
    expect(result.ok && result.value.decoded).not.toHaveProperty("spec");
  });

  test("prunes nothing if the definition preserves unknown fields", () => {
    const keeping = compileKind(crontabs({ preserveUnknownFields: true }), allEngines);
    const result = createObject(keeping, "v1", { object: cronTab({ spec: 1 }) });
    expect(result.ok && result.value.decoded).toEqual(cronTab({ spec: 1 }));
  });

  describe("with rules in the schema", () => {
    const definition = crontabsOf(objectOf({ a: { ...text, "x-kubernetes-validations": rules } }));
    const ruled = compileKind(definition, allEngines);
    test("evaluates them", () => {
      const result = createObject(ruled, "v1", { object: cronTab({ a: "bad" }) });
      expect(result.ok && result.value.errors).toMatchObject([
        {
          type: "FieldValueInvalid",
          field: "a",
          detail: "failed rule: self != 'bad'",
        },
      ]);
    });

    test("ratchets unchanged values on update, with a warning", () => {
      const old = cronTab({ a: "bad" }, { generation: 1, resourceVersion: "1" });
      const result = updateObject(ruled, "v1", { object: old }, old);
      expect(result.ok && result.value).toMatchObject({
        errors: [],
        warnings: [expect.stringContaining("failed rule: self != 'bad'")],
      });
    });

    test("does not evaluate them on a value with the wrong shape", () => {
      const result = createObject(ruled, "v1", { object: cronTab({ a: 1 }) });
      expect(result.ok && result.value.errors.map(({ field }) => field)).toEqual(["a", "<nil>"]);
    });
  });
});

describe("updateObject", () => {
  const old = cronTab({ spec: { a: 1, l: ["x", "x"] } }, { generation: 2, resourceVersion: "1" });

  test("ratchets values that were invalid before", () => {
    const body = cronTab(
      { spec: { a: 1, l: ["x", "x", "y"] } },
      { generation: 2, resourceVersion: "1" },
    );
    const result = updateObject(kind, "v1", { object: body }, old);
    expect(result).toMatchObject({
      ok: true,
      value: { errors: [], prepared: { metadata: { generation: 3 } } },
    });
  });

  test("needs a resourceVersion, and the same kind", () => {
    const body = { ...cronTab(), kind: "Pod" };
    const renamed = updateObject(kind, "v1", { object: body }, old);
    expect(renamed.ok && renamed.value.errors.map(({ field }) => field)).toEqual(["kind"]);
    const blind = updateObject(kind, "v1", { object: cronTab() }, old);
    expect(blind.ok && blind.value.errors.map(({ field }) => field)).toContain(
      "metadata.resourceVersion",
    );
  });

  test("returns the reason if the stored object can't be decoded", () => {
    expect(updateObject(kind, "v1", { object: cronTab() }, { kind: 1 })).toMatchObject({
      ok: false,
    });
  });
});

describe("readStored", () => {
  test("drops metadata that can't be decoded, and repairs the generation", () => {
    const stored = cronTab({ spec: {} }, { labels: 1 });
    expect(readStoredObject(stored, kind, "v1")).toEqual({
      ok: true,
      value: cronTab({ spec: { a: "x" } }, { generation: 1 }),
    });
  });

  test("can't decode metadata that is not a map", () => {
    expect(readStoredObject(cronTab({ metadata: 1 }), kind, "v1")).toMatchObject({ ok: false });
  });

  test("applies the storage version's defaults, not those of the requested version", () => {
    const read = readStoredObject(cronTab({ spec: {} }), kind, "v2");
    expect(read).toMatchObject({ ok: true, value: { spec: {} } });
  });
});
