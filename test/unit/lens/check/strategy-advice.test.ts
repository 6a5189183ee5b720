import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../lib/json/value.ts";
import type { RuleData } from "../../../../lib/lens/language/rule.ts";
import { strategyAdvice } from "../../../../lib/lens/suggest/strategy-advice.ts";

const text: JsonObject = { type: "string" };

function schemaOf(spec: JsonObject): JsonObject {
  return { type: "object", properties: { spec: { type: "object", properties: spec } } };
}

interface Row {
  readonly name: string;
  readonly from: JsonObject;
  readonly to: JsonObject;
  readonly rules?: readonly RuleData[];
  readonly needsWebhook: boolean;
  readonly text: string;
}

describe("strategyAdvice", () => {
  test.each<Row>([
    {
      name: "equal but for descriptions",
      from: { a: { ...text, description: "one" } },
      to: { a: { ...text, description: "other" } },
      needsWebhook: false,
      text: "v1 and v2 have equal schemas: strategy None is enough, no webhook is needed",
    },
    {
      name: "fields that pruning would remove",
      from: { a: text },
      to: { b: text },
      rules: [{ op: "move", from: "spec.a", to: "spec.b" }],
      needsWebhook: true,
      text: "strategy None between v1 and v2 would lose data: spec.a (not in v2), spec.b (not in v1)",
    },
    {
      name: "values that a version refuses",
      from: { a: text },
      to: { a: { ...text, maxLength: 3 } },
      rules: [{ op: "move", from: "spec.a", to: "spec.a" }],
      needsWebhook: true,
      text: "strategy None between v1 and v2 would prune nothing, but leave values that a version refuses: spec.a (in v2)",
    },
    {
      name: "values that a version refuses, without a rule",
      from: { a: text },
      to: { a: { ...text, maxLength: 3 } },
      needsWebhook: true,
      text: "strategy None between v1 and v2 would prune nothing, but leave values that a version refuses: spec.a (in v2)",
    },
    {
      name: "a default of one version, without a rule",
      from: { a: text },
      to: { a: { ...text, default: "x" } },
      needsWebhook: false,
      text: "the schemas of v1 and v2 allow the same values: strategy None is enough, no webhook is needed",
    },
    {
      name: "equal schemas with different meanings",
      from: { a: { type: "boolean" } },
      to: { a: { type: "boolean" } },
      rules: [
        {
          op: "map",
          from: "spec.a",
          to: "spec.a",
          table: [
            [true, false],
            [false, true],
          ],
        },
      ],
      needsWebhook: true,
      text: "v1 and v2 have equal schemas, but the lens gives values another meaning: a webhook is needed",
    },
    {
      name: "a default and a drop that the schema performs alone",
      from: { a: text, old: text },
      to: { a: { ...text, default: "x" } },
      rules: [
        { op: "at", from: "spec.a", to: "spec.a", fill: { to: { value: "x" } } },
        { op: "drop", from: "spec.old", reason: "never read" },
      ],
      needsWebhook: false,
      text: "schema defaults and pruning have the same effect as all rules of the lens between v1 and v2: strategy None is enough",
    },
  ])("$name", ({ from, to, rules = [], needsWebhook, text: wanted }) => {
    const versions = [
      { name: "v1", served: true, schema: schemaOf(from) },
      { name: "v0", served: false, schema: schemaOf({}) },
      { name: "v2", served: true, schema: schemaOf(to) },
    ];
    const found = strategyAdvice({ versions, lenses: [{ from: "v1", to: "v2", rules }] });
    expect(found).toMatchObject([{ from: "v1", to: "v2", needsWebhook, text: wanted }]);
  });
});
