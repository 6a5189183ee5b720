import { expect, test } from "vitest";
import { deepFreeze } from "../../../../lib/json/deep-freeze.ts";
import { lensEdge } from "../../../../lib/lens/edge/edge.ts";
import type { RuleData } from "../../../../lib/lens/language/rule.ts";
import { allowance } from "../../../support/allowance.ts";

const source = deepFreeze({
  body: { spec: { a: "1" } },
  ...{ labels: {}, annotations: {}, name: "n", namespace: undefined },
});

test.each<{ name: string; rule: RuleData }>([
  { name: "can't parse the object", rule: { op: "duration", from: ".", to: ".", unit: "s" } },
  { name: "makes it a list", rule: { op: "keyed", from: ".", to: ".", key: "name" } },
])("a conversion fails whose rule for the whole object $name", ({ rule }) => {
  const kind = { group: "example.com", schemaOf: () => undefined };
  const { forward } = lensEdge(kind, { from: "v1", to: "v2", rules: [rule] });
  expect(forward(source, allowance())).toEqual({
    ok: false,
    error: {
      code: "ValueRefused",
      path: "",
      message:
        "a rule for the whole object cannot convert it. Use . only in the rules of an op such as each",
    },
  });
});
