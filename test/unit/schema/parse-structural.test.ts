import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../lib/json/value.ts";
import { maxSchemaDepth, parseStructural } from "../../../lib/schema/structural/parse.ts";

const plain = { preserveUnknownFields: false, embeddedResource: false, intOrString: false };

function nested(levels: number): JsonValue {
  return Array.from({ length: levels }).reduce<JsonValue>((items) => ({ items }), {});
}

describe("parseStructural: the form", () => {
  test("separates structure, validation and the extensions of Kubernetes", () => {
    const { structural } = parseStructural({
      type: "object",
      title: "t",
      description: "d",
      nullable: true,
      default: {},
      "x-kubernetes-map-type": "granular",
      required: ["l"],
      not: { required: ["gone"] },
      additionalProperties: true,
      properties: {
        l: {
          type: "array",
          maxItems: 3,
          uniqueItems: false,
          items: { type: "string", pattern: "^a", format: "", enum: ["a", null] },
          "x-kubernetes-list-type": "set",
        },
      },
    });
    expect(structural).toEqual({
      type: "object",
      title: "t",
      description: "d",
      nullable: true,
      default: {},
      x: { ...plain, mapType: "granular" },
      validation: { required: ["l"], not: { required: ["gone"] } },
      additionalProperties: true,
      properties: new Map([
        [
          "l",
          {
            type: "array",
            nullable: false,
            x: { ...plain, listType: "set" },
            validation: { maxItems: 3 },
            items: {
              type: "string",
              nullable: false,
              x: plain,
              validation: { pattern: "^a", enum: ["a", null] },
            },
          },
        ],
      ]),
    });
  });

  test("keeps the validation of branches of junctors, with their properties, items and rules", () => {
    const branch = {
      type: "integer",
      minimum: 1,
      properties: { a: { uniqueItems: true } },
      items: { anyOf: [null] },
      additionalProperties: { maxLength: 2 },
      "x-kubernetes-validations": [{ rule: "true", message: "m", optionalOldSelf: true }],
    };
    const { structural } = parseStructural({ allOf: [branch, { additionalProperties: true }] });
    expect(structural.validation?.allOf).toEqual([
      {
        type: "integer",
        minimum: 1,
        properties: new Map([["a", { uniqueItems: true }]]),
        items: { anyOf: [{}] },
        additionalProperties: { maxLength: 2 },
        validations: [{ rule: "true", message: "m", optionalOldSelf: true }],
      },
      { additionalProperties: {} },
    ]);
  });

  test.each<{ name: string; schema: JsonValue; kept: string[] }>([
    {
      name: "a property called __proto__",
      schema: JSON.parse('{"properties":{"__proto__":{}}}'),
      kept: ["__proto__"],
    },
    { name: "a property that is null", schema: { properties: { a: null } }, kept: ["a"] },
  ])("keeps $name", ({ schema, kept }) => {
    expect([...(parseStructural(schema).structural.properties?.keys() ?? [])]).toEqual(kept);
  });

  test("reads null as absent", () => {
    const { structural, errors } = parseStructural({ type: "object", default: null, items: null });
    expect({ structural, errors }).toEqual({
      structural: { type: "object", nullable: false, x: plain },
      errors: [],
    });
  });
});

describe("parseStructural: values that are not schemas", () => {
  test.each<{ name: string; schema: JsonValue; type: string; field: string }>([
    { name: "a text", schema: "x", type: "FieldValueTypeInvalid", field: "<nil>" },
    { name: "null", schema: null, type: "FieldValueTypeInvalid", field: "<nil>" },
    {
      name: "too many levels",
      schema: nested(maxSchemaDepth + 1),
      type: "FieldValueInvalid",
      field: "<nil>",
    },
    {
      name: "a type that is a number",
      schema: { type: 5 },
      type: "FieldValueTypeInvalid",
      field: "type",
    },
    {
      name: "properties in a list",
      schema: { properties: [] },
      type: "FieldValueTypeInvalid",
      field: "properties",
    },
    {
      name: "a junctor that is a map",
      schema: { allOf: {} },
      type: "FieldValueTypeInvalid",
      field: "allOf",
    },
  ])("$name gives an error with a path", ({ schema, type, field }) => {
    const { errors } = parseStructural(schema);
    expect(errors.map((error) => [error.type, error.field])).toEqual([[type, field]]);
  });

  test("preserves everything without a schema", () => {
    expect(parseStructural("x").structural.x.preserveUnknownFields).toBe(true);
  });

  test("puts a given path before the fields", () => {
    const { errors } = parseStructural({}, { path: "spec.schema" });
    expect(errors.map(({ field }) => field)).toEqual(["spec.schema.type"]);
  });
});

describe("parseStructural: keywords that are not allowed at their path", () => {
  test.each<{ name: string; schema: JsonValue; field: string; detail: RegExp }>([
    { name: "$ref", schema: { $ref: "#/a" }, field: "$ref", detail: /'\$ref' is not supported/ },
    {
      name: "id in a property",
      schema: { properties: { a: { id: "x" } } },
      field: "properties[a].id",
      detail: /'id'/,
    },
    {
      name: "$schema in items",
      schema: { items: { $schema: "x" } },
      field: "items.$schema",
      detail: /'schema'/,
    },
    {
      name: "definitions in not",
      schema: { not: { definitions: { a: {} } } },
      field: "not.definitions",
      detail: /'definitions'/,
    },
    {
      name: "additionalItems in a branch",
      schema: { anyOf: [{}, { additionalItems: false }] },
      field: "anyOf[1].additionalItems",
      detail: /'additionalItems'/,
    },
    {
      name: "patternProperties in a map",
      schema: { additionalProperties: { patternProperties: { a: {} } } },
      field: "additionalProperties.patternProperties",
      detail: /'patternProperties'/,
    },
    {
      name: "a list of items",
      schema: { items: [{}] },
      field: "items",
      detail: /must be a schema, but is an array/,
    },
    {
      name: "preserving that is false",
      schema: { "x-kubernetes-preserve-unknown-fields": false },
      field: "x-kubernetes-preserve-unknown-fields",
      detail: /must be true or undefined/,
    },
  ])("$name is reported as the only error", ({ schema, field, detail }) => {
    const { errors, unsupported } = parseStructural(schema);
    expect({ errors, field: unsupported?.field }).toEqual({ errors: [], field });
    expect(unsupported?.detail).toMatch(detail);
  });

  test.each<{ name: string; schema: JsonValue }>([
    { name: "an empty id", schema: { type: "object", id: "" } },
    { name: "empty definitions", schema: { type: "object", definitions: {} } },
    { name: "an empty list of items", schema: { type: "object", items: [] } },
  ])("$name is not an error", ({ schema }) => {
    expect(parseStructural(schema)).not.toHaveProperty("unsupported");
  });
});
