import { describe, expect, test } from "vitest";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import { mapAt } from "../../../lib/json/members.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { publishKind } from "../../../lib/publish/openapi/publish.ts";
import { re2 } from "../../../lib/schema/pattern/re2.ts";
import { crontabs, crontabsOf } from "../crd/crd-samples.ts";

/** The schema of one property `f`, as it is published. */
function published(schema: JsonObject, openApi: "v2" | "v3"): unknown {
  const crd = deepFreeze(crontabsOf({ type: "object", properties: { f: schema } }));
  const { definition } = publishKind(crd, "v1", openApi, re2);
  return mapAt(definition, "properties")["f"];
}

const intOrString = { "x-kubernetes-int-or-string": true };
const both = [{ type: "integer" }, { type: "string" }];
const keep = { "x-kubernetes-preserve-unknown-fields": true };

describe("publishKind", () => {
  const rows: readonly { name: string; schema: JsonObject; v2: JsonObject; v3: JsonObject }[] = [
    {
      name: "a nullable text",
      schema: { type: "string", nullable: true, default: "a" },
      v2: {},
      v3: { type: "string", nullable: true, default: "a" },
    },
    {
      name: "int-or-string",
      schema: intOrString,
      v2: intOrString,
      v3: { ...intOrString, anyOf: both },
    },
    {
      name: "int-or-string with another junctor",
      schema: { ...intOrString, anyOf: [{ minimum: 1 }] },
      v2: intOrString,
      v3: { ...intOrString, anyOf: [{ minimum: 1 }], allOf: [{ anyOf: both }] },
    },
    {
      name: "int-or-string expanded within allOf",
      schema: { ...intOrString, allOf: [{ anyOf: both }] },
      v2: intOrString,
      v3: { ...intOrString, allOf: [{ anyOf: both }] },
    },
    {
      name: "unknown fields beside known ones",
      schema: { ...keep, type: "object", properties: { a: { type: "string" } } },
      v2: keep,
      v3: { ...keep, type: "object", properties: { a: { type: "string" } } },
    },
    {
      name: "a required member that may be null",
      schema: {
        type: "object",
        required: ["a", "b"],
        properties: { a: { type: "string", nullable: true }, b: { type: "string" } },
      },
      v2: { type: "object", required: ["b"], properties: { a: {}, b: { type: "string" } } },
      v3: {
        type: "object",
        required: ["a", "b"],
        properties: { a: { type: "string", nullable: true }, b: { type: "string" } },
      },
    },
    {
      name: "a map of nullable values",
      schema: {
        type: "object",
        required: ["a"],
        additionalProperties: { type: "string", nullable: true },
      },
      v2: { type: "object", additionalProperties: {} },
      v3: {
        type: "object",
        required: ["a"],
        additionalProperties: { type: "string", nullable: true },
      },
    },
    {
      name: "a list of nullable lists",
      schema: {
        type: "array",
        items: { type: "array", nullable: true, items: { type: "string" } },
      },
      v2: { type: "array", items: {} },
      v3: {
        type: "array",
        items: { type: "array", nullable: true, items: { type: "string" } },
      },
    },
    {
      name: "junctors",
      schema: {
        type: "object",
        properties: { l: { type: "array", items: { type: "string" } } },
        not: { properties: { l: { items: { minLength: 1 } } } },
        oneOf: [{ required: ["l"] }],
      },
      v2: { type: "object", properties: { l: { type: "array", items: { type: "string" } } } },
      v3: {
        type: "object",
        properties: { l: { type: "array", items: { type: "string" } } },
        not: { properties: { l: { items: { minLength: 1 } } } },
        oneOf: [{ required: ["l"] }],
      },
    },
  ];

  test.each(rows)("$name", ({ schema, v2, v3 }) => {
    expect(published(schema, "v2")).toEqual(v2);
    expect(published(schema, "v3")).toEqual(v3);
  });

  test("publishes the members of an embedded resource", () => {
    const embedded = { type: "object", "x-kubernetes-embedded-resource": true, ...keep };
    expect(published(embedded, "v2")).toEqual({ "x-kubernetes-embedded-resource": true, ...keep });
    expect(published(embedded, "v3")).toMatchObject({
      required: ["kind", "apiVersion"],
      properties: {
        kind: { type: "string" },
        metadata: {
          allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
        },
      },
    });
  });

  test("publishes any object for a schema that is not structural", () => {
    const crd = crontabsOf({ type: "object", properties: { a: {} } });
    expect(publishKind(crd, "v1", "v3", re2).definition).toEqual({
      type: "object",
      "x-kubernetes-group-version-kind": [
        { group: "stable.example.com", kind: "CronTab", version: "v1" },
      ],
    });
  });

  test("names definitions and operations", () => {
    const crd = crontabs({ scope: "Cluster", group: "a.k8s.io" });
    const { definitionName, listDefinitionName, operations } = publishKind(crd, "v1", "v3", re2);
    expect([definitionName, listDefinitionName]).toEqual([
      "io.k8s.a.v1.CronTab",
      "io.k8s.a.v1.CronTabList",
    ]);
    expect(operations.map(({ operationId }) => operationId)).toEqual([
      "listAV1CronTab",
      "createAV1CronTab",
      "deleteAV1CollectionCronTab",
      "readAV1CronTab",
      "replaceAV1CronTab",
      "deleteAV1CronTab",
      "patchAV1CronTab",
    ]);
  });

  test("publishes a version that is not in the definition without a schema", () => {
    expect(publishKind(crontabs(), "v9", "v2", re2).definition).toMatchObject({ type: "object" });
  });
});
