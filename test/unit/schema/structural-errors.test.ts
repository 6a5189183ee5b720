import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../lib/json/value.ts";
import { structuralErrors } from "../../../lib/schema/structural/errors.ts";

function fieldsOf(schema: JsonObject): readonly string[] {
  const errors = structuralErrors({ type: "object", ...schema }, "", (pattern) =>
    pattern === "(" ? "error parsing regexp: missing closing ): `(`" : undefined,
  );
  return errors.map(({ type, field }) => `${type} ${field}`);
}

const embedded = { type: "object", "x-kubernetes-embedded-resource": true };
const preserving = { "x-kubernetes-preserve-unknown-fields": true };
const intOrString = { "x-kubernetes-int-or-string": true };
const integerOrString = [{ type: "integer" }, { type: "string" }];

describe("structuralErrors", () => {
  test.each<{ name: string; schema: JsonObject; fields: string[] }>([
    { name: "an object", schema: {}, fields: [] },
    { name: "no type at the root", schema: { type: "" }, fields: ["FieldValueRequired type"] },
    {
      name: "a root that is a list",
      schema: { type: "array", items: { type: "string" } },
      fields: ["FieldValueInvalid type"],
    },
    {
      name: "no type of a property",
      schema: { properties: { a: {} } },
      fields: ["FieldValueRequired properties[a].type"],
    },
    {
      name: "no items",
      schema: { properties: { a: { type: "array" } } },
      fields: ["FieldValueRequired properties[a].items"],
    },
    {
      name: "no type of items",
      schema: { properties: { a: { type: "array", items: {} } } },
      fields: ["FieldValueRequired properties[a].items.type"],
    },
    {
      name: "no type of values",
      schema: { properties: { m: { type: "object", additionalProperties: {} } } },
      fields: ["FieldValueRequired properties[m].additionalProperties.type"],
    },
    {
      name: "other members at the root",
      schema: { additionalProperties: true },
      fields: ["FieldValueForbidden additionalProperties"],
    },
    {
      name: "no type where unknown fields are preserved",
      schema: { properties: { a: preserving } },
      fields: [],
    },
    { name: "no type of int-or-string", schema: { properties: { a: intOrString } }, fields: [] },
    {
      name: "int-or-string with a type",
      schema: { properties: { a: { ...intOrString, ...preserving } } },
      fields: ["FieldValueInvalid properties[a].x-kubernetes-preserve-unknown-fields"],
    },
    {
      name: "an embedded resource without properties",
      schema: { properties: { e: embedded } },
      fields: ["FieldValueRequired properties[e].properties"],
    },
    {
      name: "an embedded resource that preserves unknown fields",
      schema: { properties: { e: { ...embedded, ...preserving } } },
      fields: [],
    },
    {
      name: "an embedded resource that is a text",
      schema: { properties: { e: { ...embedded, ...preserving, type: "string" } } },
      fields: ["FieldValueInvalid properties[e].type"],
    },
    {
      name: "an embedded resource of any type",
      schema: { properties: { e: { ...embedded, ...preserving, type: "" } } },
      fields: ["FieldValueRequired properties[e].type"],
    },
    {
      name: "an embedded resource that is a map",
      schema: { properties: { e: { ...embedded, ...preserving, additionalProperties: true } } },
      fields: ["FieldValueForbidden properties[e].additionalProperties"],
    },
    {
      name: "members of a resource with other types",
      schema: {
        properties: {
          kind: { type: "integer" },
          apiVersion: { type: "integer" },
          metadata: { type: "string" },
        },
      },
      fields: [
        "FieldValueInvalid properties[apiVersion].type",
        "FieldValueInvalid properties[kind].type",
        "FieldValueInvalid properties[metadata].type",
      ],
    },
    {
      name: "kind in another place",
      schema: { properties: { o: { type: "object", properties: { kind: { type: "integer" } } } } },
      fields: [],
    },
    {
      name: "a pattern that does not compile",
      schema: { pattern: "(" },
      fields: ["FieldValueInvalid pattern"],
    },
  ])("$name", ({ schema, fields }) => {
    expect(fieldsOf(schema)).toEqual(fields);
  });
});

describe("structuralErrors: metadata at the root may have", () => {
  test.each<{ name: string; metadata: JsonObject; isFree: boolean }>([
    { name: "a type", metadata: {}, isFree: true },
    {
      name: "a name",
      metadata: { properties: { name: { type: "string", maxLength: 3 } } },
      isFree: true,
    },
    {
      name: "both names and a default",
      metadata: {
        default: {},
        properties: { name: { type: "string" }, generateName: { type: "string" } },
      },
      isFree: true,
    },
    { name: "labels", metadata: { properties: { labels: { type: "object" } } }, isFree: false },
    { name: "a description", metadata: { description: "d" }, isFree: false },
    {
      name: "empty texts and lists, which mean nothing",
      metadata: { description: "", enum: [], allOf: [], properties: {}, nullable: false },
      isFree: true,
    },
    { name: "an empty required", metadata: { required: [] }, isFree: false },
    { name: "a bound of zero", metadata: { maxProperties: 0 }, isFree: false },
    { name: "an unknown keyword", metadata: { "x-other": 1 }, isFree: true },
    { name: "a list of items", metadata: { items: [] }, isFree: true },
    {
      name: "keywords that are not allowed there",
      metadata: { dependencies: {}, id: "" },
      isFree: true,
    },
  ])("$name", ({ metadata, isFree }) => {
    const found = fieldsOf({ properties: { metadata: { type: "object", ...metadata } } });
    expect(found.includes("FieldValueForbidden properties[metadata]")).toBe(!isFree);
  });
});

describe("structuralErrors: junctors may have", () => {
  test.each<{ name: string; schema: JsonObject; fields: string[] }>([
    {
      name: "restrictions only",
      schema: { anyOf: [{ required: ["a"] }, { minProperties: 1 }] },
      fields: [],
    },
    {
      name: "a type",
      schema: { oneOf: [{ type: "object" }] },
      fields: ["FieldValueForbidden oneOf[0].type"],
    },
    {
      name: "int-or-string by anyOf",
      schema: { properties: { a: { ...intOrString, anyOf: integerOrString } } },
      fields: [],
    },
    {
      name: "int-or-string by allOf",
      schema: {
        properties: { a: { ...intOrString, allOf: [{ anyOf: integerOrString }, { minimum: 1 }] } },
      },
      fields: [],
    },
    {
      name: "int-or-string by the second of allOf",
      schema: { properties: { a: { ...intOrString, allOf: [{}, { anyOf: integerOrString }] } } },
      fields: [
        "FieldValueForbidden properties[a].allOf[1].anyOf[0].type",
        "FieldValueForbidden properties[a].allOf[1].anyOf[1].type",
      ],
    },
    {
      name: "int-or-string with another keyword",
      schema: {
        properties: {
          a: { ...intOrString, anyOf: [{ type: "integer", minimum: 0 }, { type: "string" }] },
        },
      },
      fields: [
        "FieldValueForbidden properties[a].anyOf[0].type",
        "FieldValueForbidden properties[a].anyOf[1].type",
      ],
    },
    {
      name: "not the keywords of structure",
      schema: {
        not: {
          title: "t",
          description: "d",
          default: 1,
          nullable: true,
          additionalProperties: true,
          "x-kubernetes-preserve-unknown-fields": true,
          "x-kubernetes-embedded-resource": true,
          "x-kubernetes-int-or-string": true,
          "x-kubernetes-list-map-keys": ["a"],
          "x-kubernetes-list-type": "map",
          "x-kubernetes-map-type": "atomic",
          "x-kubernetes-validations": [{ rule: "true" }],
        },
      },
      fields: [
        "additionalProperties",
        "default",
        "description",
        "nullable",
        "title",
        "x-kubernetes-embedded-resource",
        "x-kubernetes-int-or-string",
        "x-kubernetes-list-map-keys",
        "x-kubernetes-list-type",
        "x-kubernetes-map-type",
        "x-kubernetes-preserve-unknown-fields",
        "x-kubernetes-validations",
      ].map((keyword) => `FieldValueForbidden not.${keyword}`),
    },
    { name: "not other keywords", schema: { not: { additionalProperties: false } }, fields: [] },
    {
      name: "metadata",
      schema: {
        properties: { metadata: { type: "object" } },
        allOf: [{ properties: { metadata: {} } }],
      },
      fields: ["FieldValueForbidden allOf[0].properties[metadata]"],
    },
    {
      name: "not undeclared members",
      schema: {
        properties: { a: { type: "object" } },
        anyOf: [{ items: {}, properties: { a: { not: { properties: { b: {} } } }, c: {} } }],
      },
      fields: [
        "FieldValueRequired items",
        "FieldValueRequired properties[a].properties[b]",
        "FieldValueRequired properties[c]",
      ],
    },
    {
      name: "undeclared members below the root, which the server allows",
      schema: { properties: { a: { type: "object", anyOf: [{ properties: { b: {} } }] } } },
      fields: [],
    },
  ])("$name", ({ schema, fields }) => {
    expect(fieldsOf(schema)).toEqual(fields);
  });
});
