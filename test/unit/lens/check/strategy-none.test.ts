import { describe, expect, test } from "vitest";
import type { RuleData } from "../../../../lib/lens/language/rule.ts";
import { strategyAdvice } from "../../../../lib/lens/suggest/strategy-advice.ts";
import { schemaOf } from "../../../support/docs/field-notes.ts";

const versions = Object.entries({
  v1: "spec: { a: string, old: string }",
  v2: "spec: { a: string }",
}).map(([name, note]) => ({ name, served: true, schema: schemaOf(note) }));

describe("strategyAdvice where a field would be pruned", () => {
  test.each<{ name: string; rules: readonly RuleData[]; needsWebhook: boolean; text: string }>([
    {
      name: "a lens without rules does not allow None",
      rules: [],
      needsWebhook: true,
      text: "strategy None between v1 and v2 would lose data: spec.old (not in v2)",
    },
    {
      name: "a field that is dropped anyway needs no webhook",
      rules: [{ op: "drop", from: "spec.old", reason: "not read" }],
      needsWebhook: false,
      text: "schema defaults and pruning have the same effect as all rules of the lens between v1 and v2: strategy None is enough",
    },
    {
      name: "a kept field needs a webhook",
      rules: [{ op: "keep", from: "spec.old" }],
      needsWebhook: true,
      text: "strategy None between v1 and v2 would lose data: spec.old (not in v2)",
    },
  ])("$name", ({ rules, needsWebhook, text }) => {
    const [advice] = strategyAdvice({ versions, lenses: [{ from: "v1", to: "v2", rules }] });
    expect(advice).toMatchObject({ none: "loses", needsWebhook, text });
  });
});
