import { expect, test } from "vitest";
import { allEngines } from "../../../lib/crd/engines/all-engines.ts";
import { objectValidator } from "../../../lib/crd/validator/object-validator.ts";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import {
  type ConstraintKeyword,
  constraintKeywords,
} from "../../../lib/schema/constraint/constraint.ts";
import type { FieldErrorType } from "../../../lib/schema/field-error/field-error.ts";

interface OriginRow {
  /** The schema of the member `f`. */
  readonly schema: JsonObject;
  /** A value of `f` that only the keyword refuses. */
  readonly value: JsonValue;
  readonly types: readonly FieldErrorType[];
}

const one: JsonObject = { properties: { a: { minimum: 1 } } };
const two: JsonObject = { properties: { a: { minimum: 2 } } };
const map = { type: "object", properties: { a: { type: "integer" } } };
const text = { type: "string" };
const texts = { type: "array", items: text };

/** For each keyword a value that it refuses. The compiler requires a row for each keyword. */
const rows: Readonly<Record<ConstraintKeyword, OriginRow>> = {
  type: { schema: text, value: 1, types: ["FieldValueTypeInvalid"] },
  nullable: { schema: text, value: null, types: ["FieldValueTypeInvalid"] },
  enum: { schema: { ...text, enum: ["a"] }, value: "b", types: ["FieldValueNotSupported"] },
  minimum: { schema: { type: "integer", minimum: 2 }, value: 1, types: ["FieldValueInvalid"] },
  maximum: { schema: { type: "integer", maximum: 2 }, value: 3, types: ["FieldValueInvalid"] },
  multipleOf: {
    schema: { type: "integer", multipleOf: 2 },
    value: 3,
    types: ["FieldValueInvalid"],
  },
  minLength: { schema: { ...text, minLength: 2 }, value: "a", types: ["FieldValueInvalid"] },
  maxLength: { schema: { ...text, maxLength: 1 }, value: "ab", types: ["FieldValueTooLong"] },
  minItems: { schema: { ...texts, minItems: 1 }, value: [], types: ["FieldValueInvalid"] },
  maxItems: { schema: { ...texts, maxItems: 0 }, value: ["a"], types: ["FieldValueTooMany"] },
  minProperties: { schema: { ...map, minProperties: 1 }, value: {}, types: ["FieldValueInvalid"] },
  maxProperties: {
    schema: { ...map, maxProperties: 0 },
    value: { a: 1 },
    types: ["FieldValueTooMany"],
  },
  pattern: { schema: { ...text, pattern: "^a$" }, value: "b", types: ["FieldValueInvalid"] },
  format: { schema: { ...text, format: "date" }, value: "b", types: ["FieldValueTypeInvalid"] },
  unique: {
    schema: { ...texts, "x-kubernetes-list-type": "set" },
    value: ["a", "a"],
    types: ["FieldValueDuplicate"],
  },
  embedded: {
    schema: { type: "object", "x-kubernetes-embedded-resource": true },
    value: { apiVersion: "v1", kind: "a b" },
    types: ["FieldValueInvalid"],
  },
  oneOf: { schema: { ...map, oneOf: [one, two] }, value: { a: 3 }, types: ["FieldValueInvalid"] },
  anyOf: {
    schema: { ...map, anyOf: [one, two] },
    value: { a: 0 },
    types: ["FieldValueInvalid", "FieldValueInvalid"],
  },
  allOf: {
    schema: { ...map, allOf: [one] },
    value: { a: 0 },
    types: ["FieldValueInvalid", "FieldValueInvalid"],
  },
  not: { schema: { ...map, not: one }, value: { a: 1 }, types: ["FieldValueInvalid"] },
  required: { schema: { ...map, required: ["a"] }, value: {}, types: ["FieldValueRequired"] },
  rule: {
    schema: { ...map, "x-kubernetes-validations": [{ rule: "self.a > 1" }] },
    value: { a: 1 },
    types: ["FieldValueInvalid"],
  },
};

test.each(constraintKeywords)("a value that %s refuses has a fault with this origin", (keyword) => {
  const { schema, value, types } = rows[keyword];
  const validator = objectValidator({ type: "object", properties: { f: schema } }, allEngines);
  const errors = validator.everyFault(deepFreeze({ f: value }));
  expect(errors.map(({ type, origin }) => ({ type, origin }))).toEqual(
    types.map((type) => ({ type, origin: keyword })),
  );
});
