import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { escapeName } from "../../lib/cel/schema/escaping.ts";
import { allEngines } from "../../lib/crd/engines/all-engines.ts";
import { deepFreeze } from "../../lib/json/deep-freeze.ts";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";
import { parseStructural } from "../../lib/schema/structural/parse.ts";
import { asMap } from "../support/as-map.ts";

interface RuleCase {
  readonly name: string;
  readonly schema: JsonObject;
  readonly rule: string;
}

interface Cases {
  readonly rules: readonly (RuleCase & {
    readonly isResource?: boolean;
    readonly holds: readonly JsonValue[];
    readonly fails: readonly JsonValue[];
  })[];
  readonly faults: readonly (RuleCase & { readonly fault: string })[];
  readonly escaping: Readonly<Record<string, string>>;
  readonly transitions: readonly {
    readonly name: string;
    readonly schema: JsonObject;
    readonly uncorrelated?: string;
  }[];
  readonly costs: readonly (RuleCase & { readonly isOver: boolean })[];
}

const cases: Cases = parse(readFileSync(new URL("rules.yaml", import.meta.url), "utf8"));
function withRule(schema: JsonObject, rule: string): JsonObject {
  return deepFreeze({ ...schema, "x-kubernetes-validations": [{ rule }] });
}

function faultsOf(schema: JsonObject, value: JsonValue, isResource: boolean): readonly string[] {
  const { structural } = parseStructural(schema);
  return allEngines.rules
    .evaluateRules(structural, isResource, deepFreeze(value))
    .errors.map(({ detail }) => detail);
}

describe("the rules of the Kubernetes documentation", () => {
  test.each(cases.rules)("$name", ({ schema, rule, isResource = false, holds, fails }) => {
    const ruled = withRule(schema, rule);
    for (const value of holds) expect(faultsOf(ruled, value, isResource)).toEqual([]);
    for (const value of fails) {
      expect(faultsOf(ruled, value, isResource)).toEqual([expect.stringContaining(rule)]);
    }
  });
});

describe("rules that do not compile", () => {
  test.each(cases.faults)("$name", ({ schema, rule, fault }) => {
    expect(allEngines.checkRules(withRule(schema, rule), "at", [])).toMatchObject([
      {
        type: "FieldValueInvalid",
        field: "at.x-kubernetes-validations[0].rule",
        detail: expect.stringContaining(fault),
      },
    ]);
  });
});

describe("escaped names", () => {
  test.each(Object.entries(cases.escaping))("%s", (name, escaped) => {
    expect(String(escapeName(name))).toBe(escaped);
  });
});

describe("rules with oldSelf", () => {
  test.each(cases.transitions)("$name", ({ schema, uncorrelated }) => {
    const errors = allEngines.checkRules(withPastRule(schema), "at", []);
    expect(errors.map(({ detail }) => detail)).toEqual(
      uncorrelated === undefined ? [] : [expect.stringContaining(uncorrelated)],
    );
  });
});

/** The schema with a rule about the past where its parts are. */
function withPastRule(schema: JsonObject): JsonObject {
  const { items, additionalProperties, properties } = schema;
  const ruled = (part: JsonValue | undefined): JsonObject =>
    withRule({ ...asMap(part) }, "self == oldSelf");
  if (items !== undefined) return { ...schema, items: ruled(items) };
  if (properties === undefined) {
    return { ...schema, additionalProperties: ruled(additionalProperties) };
  }
  return { ...schema, properties: { a: ruled(asMap(properties)["a"]) } };
}

describe("the cost limits of rules", () => {
  test.each(cases.costs)("$name", ({ schema, rule, isOver }) => {
    const details = allEngines
      .checkRules(withRule(schema, rule), "at", [])
      .map(({ detail }) => detail);
    const over = expect.stringContaining("estimated rule cost exceeds budget by factor of");
    expect(details.slice(0, 1)).toEqual(isOver ? [over] : []);
  });
});
