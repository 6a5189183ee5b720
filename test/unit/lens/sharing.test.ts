import { describe, expect, test } from "vitest";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { allowance } from "../../support/allowance.ts";

function imageOf(rules: readonly RuleData[], body: JsonObject): JsonObject {
  const kind = { group: "example.com", schemaOf: () => undefined };
  const { forward } = lensEdge(kind, { from: "v1", to: "v2", rules });
  const source = { labels: {}, annotations: {}, name: undefined, namespace: undefined };
  const result = forward(deepFreeze({ ...source, body }), allowance());
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.body;
}

describe("values that no rule claims", () => {
  const rules: readonly RuleData[] = [
    { op: "move", from: "spec.a", to: "spec.b" },
    { op: "each", from: "items", to: "items", rules: [{ op: "move", from: "a", to: "b" }] },
  ];

  test("a body without claimed fields is returned itself", () => {
    const body = { items: [{ c: 1 }, null], spec: { c: {} }, status: {} };
    expect(imageOf(rules, body)).toBe(body);
  });

  test("maps and items beside a changed value are shared", () => {
    const body = { items: [{ c: 1 }, { a: 1 }], spec: { a: 1, deep: {} }, status: {} };
    const image = imageOf(rules, body);
    expect(image).toEqual({ items: [{ c: 1 }, { b: 1 }], spec: { deep: {}, b: 1 }, status: {} });
    expect(image["status"]).toBe(body.status);
    expect(image["items"]).toHaveProperty(
      "0",
      expect.toSatisfy((item) => item === body.items[0]),
    );
    expect(image["spec"]).toHaveProperty(
      "deep",
      expect.toSatisfy((deep) => deep === body.spec.deep),
    );
  });
});

test("a rule may replace a value by null at the same path", () => {
  const toNull = (): readonly null[] => [null];
  const rule: RuleData = { op: "hook", from: ["spec.a"], to: ["spec.a"], forward: toNull };
  expect(imageOf([rule], { spec: { a: 1, b: 2 } })).toEqual({ spec: { a: null, b: 2 } });
});
