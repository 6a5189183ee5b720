import { describe, expect, test } from "vitest";
import { Float, type JsonValue } from "../../../lib/json/value.ts";
import { re2 } from "../../../lib/schema/pattern/re2.ts";
import { compileValidator } from "../../../lib/schema/validation/validate.ts";

function faults(schema: JsonValue, value: JsonValue): string[] {
  return compileValidator(schema, re2)
    .validate(value)
    .map(({ type, field, origin, detail }) => `${type} ${field} (${origin}): ${detail}`);
}

const below = (schema: JsonValue): JsonValue => ({ type: "object", properties: { f: schema } });

describe("compileValidator, one value", () => {
  test.each([
    {
      name: "a wrong type",
      schema: { type: "integer" },
      value: "x",
      want: ['FieldValueTypeInvalid f (type): f in body must be of type integer: "string"'],
    },
    {
      name: "a whole float is an integer",
      schema: { type: "integer" },
      value: new Float("1.0"),
      want: [],
    },
    {
      name: "null where it is not nullable",
      schema: { type: "string" },
      value: null,
      want: ['FieldValueTypeInvalid f (nullable): f in body must be of type string: "null"'],
    },
    { name: "null where it is", schema: { type: "string", nullable: true }, value: null, want: [] },
    {
      name: "a string of a format counts as a list of any kind",
      schema: { type: "string", format: "date" },
      value: [1],
      want: [],
    },
    {
      name: "a format that does not apply to the type is ignored",
      schema: { type: "string", format: "int32" },
      value: "x",
      want: [],
    },
    {
      name: "an integer beyond its format",
      schema: { type: "integer", format: "int32" },
      value: 2147483648,
      want: [
        "FieldValueInvalid <nil> (format): Checked value must be of type integer with format int32 in f",
      ],
    },
    {
      name: "an integer and a fractional bound: the bound is truncated",
      schema: { type: "number", maximum: 2.5 },
      value: 3,
      want: ["FieldValueInvalid f (maximum): f in body should be less than or equal to 2"],
    },
    {
      name: "a float and a fractional bound",
      schema: { type: "number", maximum: 2.5, exclusiveMaximum: true },
      value: new Float("2.5"),
      want: ["FieldValueInvalid f (maximum): f in body should be less than 2.5"],
    },
    {
      name: "a bound that the type can't represent",
      schema: { type: "integer", minimum: 0.5 },
      value: 1,
      want: [
        "FieldValueInvalid <nil> (type): Minimum boundary value must be of type integer (default format) in f",
      ],
    },
    {
      name: "a factor of an integer that is truncated to zero",
      schema: { type: "number", multipleOf: 0.5 },
      value: 1,
      want: [
        "FieldValueInvalid f (multipleOf): factor MultipleOf declared for f must be positive: 0",
      ],
    },
    {
      name: "an integer of 64 bits, exactly",
      schema: { type: "integer", multipleOf: 2 },
      value: 9007199254740993n,
      want: ["FieldValueInvalid f (multipleOf): f in body should be a multiple of 2"],
    },
    {
      name: "an enum converts: 1.5 is 1 to an integer",
      schema: { type: "number", enum: [1] },
      value: 1.5,
      want: [],
    },
    {
      name: "an enum converts: 65 is A to a string",
      schema: { type: "integer", enum: ["A"] },
      value: 65,
      want: [],
    },
    {
      name: "an enum never holds null",
      schema: { nullable: true, enum: [null] },
      value: null,
      want: ['FieldValueNotSupported f (enum): supported values: "null"'],
    },
    {
      name: "too long, in code points, is reported before too short and the pattern",
      schema: { type: "string", maxLength: 1, pattern: "^x$" },
      value: "ab",
      want: ["FieldValueTooLong f (maxLength): may not be more than 1 byte"],
    },
    {
      name: "the length of one code point",
      schema: { type: "string", maxLength: 1 },
      value: "😀",
      want: [],
    },
    {
      name: "an invalid pattern",
      schema: { type: "string", pattern: "(" },
      value: "ab",
      want: [
        "FieldValueInvalid f (pattern): f in body should match '(, but pattern is invalid: error parsing regexp: missing closing ): `(`'",
      ],
    },
    {
      name: "too many items",
      schema: { type: "array", maxItems: 1 },
      value: [1, 2],
      want: ["FieldValueTooMany f (maxItems): must have at most 1 item"],
    },
    {
      name: "repeated items: 1 is not 1.0",
      schema: { type: "array", uniqueItems: true },
      value: [1, new Float("1.0"), 1],
      want: ["FieldValueInvalid f (unique): f in body shouldn't contain duplicates"],
    },
    {
      name: "a forbidden property",
      schema: { type: "object", additionalProperties: false },
      value: { __proto__x: 1 },
      want: ["FieldValueInvalid f (undefined): f.__proto__x in body is a forbidden property"],
    },
    {
      name: "none of several schemas",
      schema: { anyOf: [{ type: "string" }, { type: "boolean" }] },
      value: 1,
      want: [
        'FieldValueInvalid <nil> (anyOf): "f" must validate at least one schema (anyOf)',
        'FieldValueTypeInvalid f (anyOf): f in body must be of type string: "integer"',
      ],
    },
    {
      name: "more than one of several schemas",
      schema: { oneOf: [{ minimum: 0 }, { minimum: 1 }] },
      value: 1,
      want: [
        'FieldValueInvalid <nil> (oneOf): "f" must validate one and only one schema (oneOf). Found 2 valid alternatives',
      ],
    },
  ])("$name", ({ schema, value, want }) => {
    expect(faults(below(schema), { f: value })).toEqual(want);
  });
});

describe("compileValidator, fields", () => {
  test.each([
    {
      name: "below a property",
      schema: below(below({ type: "string" })),
      value: { f: { f: 1 } },
      want: "f.f",
    },
    {
      name: "below a map's key",
      schema: below({ additionalProperties: { items: { type: "string" } } }),
      value: { f: { "a.b": [1] } },
      want: "f.a.b[0]",
    },
    {
      name: "a map's key at the root",
      schema: { additionalProperties: { type: "string" } },
      value: { k: 1 },
      want: "k",
    },
    {
      name: "a required member",
      schema: below({ required: ["r"] }),
      value: { f: {} },
      want: "f.r",
    },
    { name: "the whole object", schema: { type: "object" }, value: [], want: "<nil>" },
  ])("$name", ({ schema, value, want }) => {
    expect(
      compileValidator(schema, re2)
        .validate(value)
        .map(({ field }) => field),
    ).toEqual([want]);
  });
});

const mapList = {
  type: "object",
  properties: {
    s: { type: "string", maxLength: 1 },
    l: {
      type: "array",
      items: { type: "object", properties: { k: { type: "string" }, v: { maxLength: 1 } } },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["k"],
    },
    a: { type: "array", items: { type: "string", maxLength: 1 } },
    kind: { maxLength: 1 },
  },
};

describe("compileValidator, ratcheting with", () => {
  test.each([
    { name: "an unchanged member", value: { s: "ab" }, old: { s: "ab" }, want: [] },
    { name: "a changed member", value: { s: "ab" }, old: { s: "cd" }, want: ["s"] },
    {
      name: "an item of a map list that moved",
      value: { l: [{ k: "y" }, { k: "x", v: "ab" }] },
      old: { l: [{ k: "x", v: "ab" }] },
      want: [],
    },
    {
      name: "an item of another list that stayed, beside a new one",
      value: { a: ["ab", "c"] },
      old: { a: ["ab"] },
      want: ["a[0]"],
    },
    { name: "a list that stayed as a whole", value: { a: ["ab"] }, old: { a: ["ab"] }, want: [] },
    {
      name: "kind, which has no old value",
      value: { kind: "ab", s: "a" },
      old: { kind: "ab", s: "b" },
      want: ["kind"],
    },
  ])("$name", ({ value, old, want }) => {
    const errors = compileValidator(mapList, re2).validateUpdate(value, old, { ratcheting: true });
    expect(errors.map(({ field }) => field)).toEqual(want);
  });
});

describe("compileValidator, hostile schemas", () => {
  test.each([
    { name: "no schema", schema: null, want: [] },
    { name: "keywords of a wrong type", schema: { type: 1, properties: [], allOf: {} }, want: [] },
    {
      name: "a schema deeper than the validator can process",
      schema: JSON.parse(`${'{"not":'.repeat(5000)}{}${"}".repeat(5000)}`),
      want: ["InternalError"],
    },
  ])("$name", ({ schema, want }) => {
    expect(
      compileValidator(schema, re2)
        .validate({})
        .map(({ type }) => type),
    ).toEqual(want);
  });
});
