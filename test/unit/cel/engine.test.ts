import { expect, test } from "vitest";
import { allEngines } from "../../../lib/crd/engines/all-engines.ts";
import { RuleEngineMissingError } from "../../../lib/crd/engines/engines.ts";
import { loadEngines } from "../../../lib/crd/engines/load-engines.ts";
import { compileKind } from "../../../lib/crd/request/resource-kind.ts";
import { objectValidator } from "../../../lib/crd/validator/object-validator.ts";
import { Re2MissingError } from "../../../lib/schema/pattern/pattern.ts";
import { parseStructural } from "../../../lib/schema/structural/parse.ts";
import { crontabsOf } from "../crd/crd-samples.ts";

const withRule = (rule: string) => ({
  type: "object",
  properties: { a: { type: "string" } },
  "x-kubernetes-validations": [{ rule }],
});
const withPattern = { type: "object", properties: { a: { type: "string", pattern: "(?i)a" } } };
const none = { re2: undefined, rules: undefined };

test("a schema with rules does not compile without an engine that evaluates them", () => {
  expect(() => compileKind(crontabsOf(withRule("true")), none)).toThrow(RuleEngineMissingError);
  expect(() => objectValidator(withRule("true"), none)).toThrow(RuleEngineMissingError);
});

test("a pattern that needs RE2 is not evaluated without it", () => {
  const validator = objectValidator(withPattern, none);
  expect(() => validator.everyFault({ a: "A" })).toThrow(Re2MissingError);
});

test("a rule with a regular expression that needs RE2 does not compile without it", async () => {
  const { rules } = await loadEngines(withRule("true"));
  const { structural } = parseStructural(withRule("self.a.matches('(?i)a')"));
  expect(() => rules?.evaluateRules(structural, true, { a: "A" })).toThrow(Re2MissingError);
  expect(allEngines.rules.evaluateRules(structural, true, { a: "A" }).errors).toEqual([]);
});

test.each([
  { name: "a plain schema", schema: { type: "object" }, loaded: [] },
  { name: "a plain pattern", schema: { pattern: "^a$" }, loaded: [] },
  { name: "a pattern that needs RE2", schema: withPattern, loaded: ["re2"] },
  { name: "a rule", schema: withRule("true"), loaded: ["rules"] },
  { name: "a rule that matches", schema: withRule("self.a.find('a')"), loaded: ["re2", "rules"] },
])("for $name, only the engines $loaded are loaded", async ({ schema, loaded }) => {
  const { re2, rules } = await loadEngines(schema);
  const given = [re2 && "re2", rules && "rules"].filter((name) => name !== undefined);
  expect(given).toEqual(loaded);
});
