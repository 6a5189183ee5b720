import { describe, expect, test } from "vitest";
import { allEngines } from "../../../lib/crd/engines/all-engines.ts";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import type { JsonSchemaProps } from "../../../lib/schema/definition/crd.ts";
import { fieldMessage } from "../../../lib/schema/field-error/field-message.ts";
import { parseStructural } from "../../../lib/schema/structural/parse.ts";
import type { EvaluationOptions, RuleOutcome } from "../../../lib/schema/validation/rule-engine.ts";

function objectWith(...rules: readonly JsonObject[]): JsonObject {
  return {
    type: "object",
    properties: {
      a: { type: "integer" },
      b: { type: "string" },
      list: {
        type: "array",
        maxItems: 5,
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["k"],
        items: {
          type: "object",
          required: ["k"],
          properties: { k: { type: "string" }, v: { type: "integer" } },
          "x-kubernetes-validations": [{ rule: "self.v >= oldSelf.v", message: "only grows" }],
        },
      },
    },
    "x-kubernetes-validations": [...rules],
  };
}

function outcomeOf(rule: JsonObject, object: JsonValue, options?: EvaluationOptions): RuleOutcome {
  const { structural } = parseStructural(deepFreeze(objectWith(rule)));
  return allEngines.rules.evaluateRules(structural, false, deepFreeze(object), options);
}

function said(outcome: RuleOutcome): readonly string[] {
  return outcome.errors.map(fieldMessage);
}

describe("evaluateRules", () => {
  test.each([
    ["the rule itself", { rule: "self.a > 1" }, "<nil>: Invalid value: failed rule: self.a > 1"],
    [
      "its message",
      { rule: "self.a > 1", message: " must be large " },
      "<nil>: Invalid value: must be large",
    ],
    [
      "its messageExpression",
      { rule: "self.a > 1", messageExpression: "'a is ' + string(self.a)" },
      "<nil>: Invalid value: a is 0",
    ],
    [
      "the message where the messageExpression fails",
      { rule: "self.a > 1", message: "m", messageExpression: "string(1 / self.a)" },
      "<nil>: Invalid value: m",
    ],
    [
      "the message where the messageExpression gives two lines",
      { rule: "self.a > 1", message: "m", messageExpression: "'x\\ny'" },
      "<nil>: Invalid value: m",
    ],
    [
      "a reason and a field",
      { rule: "self.a > 1", reason: "FieldValueForbidden", fieldPath: ".a", message: "m" },
      "a: Forbidden: m",
    ],
    [
      "a required field",
      { rule: "self.a > 1", reason: "FieldValueRequired", message: "m" },
      "<nil>: Required value: m",
    ],
    ["an error", { rule: "1 / self.a == 1" }, "division by zero evaluating rule: 1 / self.a == 1"],
    ["a rule that does not compile", { rule: "self.nope" }, "undefined field 'nope'"],
  ])("reports %s", (name, rule, message) => {
    const outcome = outcomeOf(rule, { a: 0 });
    expect(said(outcome)).toEqual([expect.stringContaining(message)]);
    // A rule that does not compile is the schema's fault: it refuses no value.
    const origin = name === "a rule that does not compile" ? undefined : "rule";
    expect(outcome.errors.map((error) => error.origin)).toEqual([origin]);
  });

  test("compares items of a list of type map by their keys", () => {
    const old = {
      list: [
        { k: "x", v: 5 },
        { k: "y", v: 1 },
      ],
    };
    const object = {
      list: [
        { k: "y", v: 2 },
        { k: "x", v: 4 },
        { k: "z", v: 0 },
      ],
    };
    expect(said(outcomeOf({ rule: "true" }, object, { old }))).toEqual([
      expect.stringContaining("list[1]: Invalid value"),
    ]);
  });

  test("skips rules with oldSelf on create", () => {
    const rule = { rule: "self.a > oldSelf.a" };
    expect(said(outcomeOf(rule, { a: 0 }))).toEqual([]);
    expect(said(outcomeOf(rule, { a: 0 }, { old: { a: 0 } }))).toHaveLength(1);
    const optional = {
      rule: "!oldSelf.hasValue() || self.a > oldSelf.value().a",
      optionalOldSelf: true,
    };
    expect(said(outcomeOf(optional, { a: 0 }))).toEqual([]);
    expect(said(outcomeOf(optional, { a: 0 }, { old: { a: 0 } }))).toHaveLength(1);
  });

  test("turns errors of unchanged values into warnings", () => {
    const old = { a: 0, b: "x" };
    const same = outcomeOf({ rule: "self.a > 1" }, old, { old, ratcheting: true });
    expect(same).toMatchObject({ errors: [], warnings: [expect.stringContaining("self.a > 1")] });
    const other = outcomeOf({ rule: "self.a > 1" }, { a: 0 }, { old, ratcheting: true });
    expect(other.errors).toHaveLength(1);
  });

  // The server compares and adds items of the other list as CEL values, and those of the own list as they are in JSON.
  describe("takes items of another list as CEL values", () => {
    const lists = {
      numbers: { type: "number" },
      dates: { type: "string", format: "date" },
      bytes: { type: "string", format: "byte" },
      nulls: { type: "string", nullable: true },
      strings: { type: "string" },
    };
    const set = { type: "array", "x-kubernetes-list-type": "set" };
    const object = deepFreeze({
      numbers: [1, 2.5],
      dates: ["2020-01-01", "2020-01-02"],
      bytes: ["YQ=="],
      nulls: ["a", null],
      strings: ["a", "b"],
      days: ["2020-01-01"],
    });
    const sets = Object.fromEntries(
      Object.entries(lists).map(([name, items]) => [name, { ...set, items }]),
    );
    const properties = { ...sets, days: { type: "array", items: lists.dates } };
    const time = "timestamp('2020-01-01T00:00:00Z')";
    const unhashable = "internal error: runtime error: hash of unhashable type []uint8";
    test.each([
      ["self.strings == self.strings", undefined],
      ["self.numbers == self.numbers", "failed rule"],
      ["size(self.numbers + self.numbers) == 3", undefined],
      ["self.dates == self.dates", "failed rule"],
      [`size(self.dates + [${time}, ${time}]) == 3`, undefined],
      ["(self.dates + self.dates)[2] == self.dates[0]", "expected string, got time.Time"],
      ["self.bytes == self.bytes", unhashable],
      ["self.nulls == self.nulls", "failed rule"],
      ["self.days == self.days", undefined],
      [`(self.days + self.days).all(day, day == ${time})`, "expected string, got time.Time"],
    ])("%s: %s", (rule, message) => {
      const schema = { type: "object", properties, "x-kubernetes-validations": [{ rule }] };
      const { structural } = parseStructural(deepFreeze(schema));
      const outcome = allEngines.rules.evaluateRules(structural, false, object);
      expect(said(outcome)).toEqual(
        message === undefined ? [] : [expect.stringContaining(message)],
      );
    });
  });

  test("an item of a map list that is null is equal to no other item", () => {
    const list = {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["k"],
      items: { type: "object", nullable: true, properties: { k: { type: "string" } } },
      "x-kubernetes-validations": [{ rule: "self == self" }],
    };
    const { structural } = parseStructural(deepFreeze(list));
    const failures = (items: JsonValue): number =>
      allEngines.rules.evaluateRules(structural, false, items).errors.length;
    expect(failures([{ k: "a" }])).toBe(0);
    expect(failures([{ k: "a" }, null])).toBe(1);
  });

  test("stops at the end of the cost budget", () => {
    const outcome = outcomeOf({ rule: "self.a > 1" }, { a: 0 }, { budget: 1 });
    expect(said(outcome)).toEqual([
      expect.stringContaining("no further validation rules will be run"),
    ]);
    expect(outcome.errors.map(({ origin }) => origin)).toEqual([undefined]);
    expect(outcome.remaining).toBeLessThan(0);
  });
});

describe("checkRules", () => {
  test("does not check rules below a schema with other errors", () => {
    const schema = objectWith({ rule: "self.nope" });
    expect(allEngines.checkRules(schema, "s", [])).toHaveLength(1);
    expect(allEngines.checkRules(schema, "s", ["s.properties[b]"])).toHaveLength(0);
  });

  // The server gives a property the type of the field of the object around it, if that object has rules or is within one
  // that has rules; it makes a type from the property's own schema otherwise.
  describe("takes the type of self from the object around it", () => {
    const embedded = {
      type: "object" as const,
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
      properties: {
        metadata: {
          type: "object" as const,
          properties: { labels: { type: "object" as const } },
          "x-kubernetes-validations": [{ rule: "has(self.labels)" }],
        },
      },
    };
    const anyRule = [{ rule: "true" }];
    const kindWith = (part: JsonSchemaProps): JsonSchemaProps => ({
      type: "object",
      properties: { part },
    });
    const detailsOf = (schema: JsonSchemaProps): readonly string[] =>
      allEngines.checkRules(schema, "s", []).map(({ detail }) => detail);

    test("metadata of a resource has only names, unless all of its type is declared", () => {
      const undeclared = [expect.stringContaining("undefined field 'labels'")];
      expect(detailsOf(kindWith(embedded))).toEqual([]);
      const withRule = { ...embedded, "x-kubernetes-validations": anyRule };
      expect(detailsOf(kindWith(withRule))).toEqual(undeclared);
      const { structural } = parseStructural(deepFreeze(kindWith(embedded)));
      const object = { part: { metadata: { labels: {} } } };
      const outcome = allEngines.rules.evaluateRules(structural, true, deepFreeze(object));
      expect(said(outcome)).toEqual(undeclared);
    });

    test("limits of a resource's name do not count", () => {
      const name = {
        type: "string" as const,
        maxLength: 10,
        "x-kubernetes-validations": [
          { rule: "self.split('').all(a, self.split('').all(b, a != b))" },
        ],
      };
      const schema = kindWith({ type: "string" });
      const metadata = { type: "object" as const, properties: { name } };
      const named = { ...schema, properties: { ...schema.properties, metadata } };
      expect(detailsOf(named)).toEqual([]);
      expect(detailsOf({ ...named, "x-kubernetes-validations": anyRule })).toContainEqual(
        expect.stringContaining("estimated rule cost exceeds budget"),
      );
    });

    test("items have the type of the values of a map that declares both", () => {
      const both = {
        type: "object" as const,
        additionalProperties: { type: "integer" as const },
        items: { type: "string" as const, "x-kubernetes-validations": [{ rule: "self < 1" }] },
      };
      expect(detailsOf(kindWith(both))).toEqual([expect.stringContaining("no matching overload")]);
      expect(detailsOf({ ...kindWith(both), "x-kubernetes-validations": anyRule })).toEqual([]);
    });

    test("items of an object that is neither list nor map have no type", () => {
      const part = {
        type: "object" as const,
        items: { type: "string" as const, "x-kubernetes-validations": anyRule },
      };
      expect(detailsOf(kindWith(part))).toEqual([]);
      expect(detailsOf({ ...kindWith(part), "x-kubernetes-validations": anyRule })).toEqual([
        "failed to convert to declType for CEL validation rules",
      ]);
    });
  });

  // The server's names for these types end with random digits.
  test.each([
    "type(self) == selfType",
    "selfType{a: 1} == self",
    "type(self.list) == selfType.list",
  ])("no name stands for the type of an object in the schema: %s", (rule) => {
    const [error, ...more] = allEngines.checkRules(objectWith({ rule }), "s", []);
    expect(error?.detail).toContain("undeclared reference to 'selfType'");
    expect(more).toEqual([]);
  });

  test("keeps the costs of a stored definition", () => {
    const schema = {
      type: "array" as const,
      items: { type: "string" as const },
      "x-kubernetes-validations": [{ rule: "self.all(x, self.all(y, x == y))" }],
    };
    const fields = (keepCosts: boolean): readonly string[] =>
      allEngines.checkRules(schema, "s", [], { keepCosts }).map(({ field }) => field);
    expect(fields(false)).toContain("s.x-kubernetes-validations[0].rule");
    expect(fields(true).length).toBeLessThan(fields(false).length);
  });
});
