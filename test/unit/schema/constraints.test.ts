import { describe, expect, test } from "vitest";
import { allEngines } from "../../../lib/crd/engines/all-engines.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { pathText } from "../../../lib/lens/language/path.ts";
import type { ConstraintName } from "../../../lib/schema/constraint/constraint.ts";
import type { ConstraintViolation } from "../../../lib/schema/constraint/constraint-violation.ts";
import { constraintsOf } from "../../../lib/schema/constraint/constraints-of.ts";
import {
  eachItem,
  eachValue,
  type SchemaPath,
} from "../../../lib/schema/constraint/schema-path.ts";
import { embeddedResourceRefusals } from "../../../lib/schema/metadata/embedded-resources.ts";
import { re2 } from "../../../lib/schema/pattern/re2.ts";
import { structuralForm } from "../../../lib/schema/structural/form.ts";
import type { Structural } from "../../../lib/schema/structural/structural.ts";
import { listTypeRefusals } from "../../../lib/schema/validation/list-types.ts";
import { compileValidator } from "../../../lib/schema/validation/validate.ts";

const text: JsonObject = { type: "string" };
const integer: JsonObject = { type: "integer" };
const schema: JsonObject = {
  type: "object",
  properties: {
    n: { type: "integer", minimum: 1, maximum: 5, multipleOf: 2, format: "int32" },
    t: { type: "string", minLength: 2, maxLength: 3, pattern: "^a" },
    mode: { type: "string", enum: ["on", "off"] },
    day: { type: "string", format: "date" },
    m: {
      type: "object",
      required: ["name"],
      minProperties: 1,
      maxProperties: 2,
      additionalProperties: { type: "integer", minimum: 0 },
    },
    l: { type: "array", minItems: 1, maxItems: 2, items: { type: "string", minLength: 1 } },
    set: { type: "array", "x-kubernetes-list-type": "set", items: text },
    keyed: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: { type: "object", properties: { name: text, at: text }, required: ["at"] },
    },
    one: {
      type: "object",
      properties: { a: integer, b: integer },
      oneOf: [
        { required: ["a"], properties: { a: { minimum: 1 } } },
        { required: ["b"], properties: { b: { minimum: 1 } } },
      ],
    },
    any: { ...integer, anyOf: [{ minimum: 3 }, { maximum: 1 }] },
    all: { ...integer, allOf: [{ minimum: 3 }] },
    not: { ...integer, not: { minimum: 3 } },
    object: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
    ruled: {
      type: "array",
      maxItems: 3,
      items: {
        type: "object",
        properties: { least: integer },
        "x-kubernetes-validations": [{ rule: "self.least > 0", message: "too little" }],
      },
    },
  },
};

const structural = structuralForm(schema);

function refusalsOf(value: JsonValue): readonly ConstraintViolation[] {
  return [
    ...compileValidator(schema, allEngines.re2).refusals(value),
    ...listTypeRefusals(value, structural),
    ...embeddedResourceRefusals(value, structural, { isResourceRoot: false }),
    ...allEngines.rules.evaluateRules(structural, false, value).refusals,
  ];
}

function shown({ path, keyword, rule }: ConstraintName): string {
  return [pathText(path), keyword, ...(rule === undefined ? [] : [rule.message])].join(" ");
}

/** All constraints of a schema. */
function allConstraints(node: Structural, path: SchemaPath = []): readonly ConstraintName[] {
  const { properties = new Map<string, Structural>(), items, additionalProperties } = node;
  return [
    ...constraintsOf(node, path),
    ...[...properties].flatMap(([name, child]) => allConstraints(child, [...path, name])),
    ...(items === undefined ? [] : allConstraints(items, [...path, eachItem])),
    ...(typeof additionalProperties === "object"
      ? allConstraints(additionalProperties, [...path, eachValue])
      : []),
  ];
}

interface Row {
  readonly value: JsonObject;
  readonly constraints: readonly string[];
}

const rows: readonly Row[] = [
  { value: { n: "1" }, constraints: ["n type"] },
  { value: { n: null }, constraints: ["n nullable"] },
  { value: { n: 0 }, constraints: ["n minimum"] },
  { value: { n: 6 }, constraints: ["n maximum"] },
  { value: { n: 3 }, constraints: ["n multipleOf"] },
  { value: { n: 2 ** 40 }, constraints: ["n format", "n maximum"] },
  { value: { t: "a" }, constraints: ["t minLength"] },
  { value: { t: "aaaa" }, constraints: ["t maxLength"] },
  { value: { t: "bbb" }, constraints: ["t pattern"] },
  { value: { mode: "of" }, constraints: ["mode enum"] },
  { value: { day: "today" }, constraints: ["day format"] },
  { value: { m: {} }, constraints: ["m minProperties", "m.name required"] },
  { value: { m: { name: 1, b: 2, c: -1 } }, constraints: ["m maxProperties", "m{} minimum"] },
  { value: { l: [] }, constraints: ["l minItems"] },
  { value: { l: ["a", "b", ""] }, constraints: ["l[*] minLength", "l maxItems"] },
  { value: { set: ["a", "a"] }, constraints: ["set unique"] },
  {
    value: { keyed: [{ name: "a", at: "x" }, { name: "a" }] },
    constraints: ["keyed[*].at required", "keyed unique"],
  },
  { value: { one: { a: 0 } }, constraints: ["one oneOf", "one oneOf"] },
  { value: { any: 2 }, constraints: ["any anyOf", "any anyOf"] },
  { value: { all: 2 }, constraints: ["all allOf", "all allOf"] },
  { value: { not: 3 }, constraints: ["not not"] },
  { value: { object: { kind: "A" } }, constraints: ["object embedded"] },
  { value: { ruled: [{ least: 1 }, { least: 0 }] }, constraints: ["ruled[*] rule too little"] },
];

describe("refusals of a value list the constraints that it violates", () => {
  test.each(rows)("$value: $constraints", ({ value, constraints }) => {
    const refusals = refusalsOf(value);
    expect(refusals.map(({ constraint }) => constraint && shown(constraint))).toEqual(constraints);
  });

  test.each(rows)("each constraint is one that the schema has: $value", ({ value }) => {
    const known = new Set(allConstraints(structural).map(shown));
    const unknown = refusalsOf(value).filter(
      ({ constraint }) => constraint === undefined || !known.has(shown(constraint)),
    );
    expect(unknown).toEqual([]);
  });

  test("a member that a branch forbids violates no constraint of the list", () => {
    const closed = compileValidator({ type: "object", additionalProperties: false }, re2);
    expect(closed.refusals({ a: 1 })).toMatchObject([{ constraint: undefined }]);
  });

  test("a fault of two constraints is listed for each, and once as the server prints it", () => {
    const twice = compileValidator({ ...integer, minimum: 3, allOf: [{ minimum: 3 }] }, re2);
    expect(twice.validate(2)).toHaveLength(2);
    expect(twice.refusals(2).map(({ constraint }) => constraint?.keyword)).toEqual([
      "allOf",
      "allOf",
      "minimum",
    ]);
  });
});
