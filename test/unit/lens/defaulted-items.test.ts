import fc from "fast-check";
import { expect, test } from "vitest";
import type { StringMap } from "../../../lib/converter/converter.ts";
import { listAt, mapAt } from "../../../lib/json/members.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import { allowance } from "../../support/allowance.ts";
import { asMap } from "../../support/as-map.ts";

/** A version whose budgets have `nodes` with a default, and the members given. */
function schemaOf(more: JsonObject): JsonObject {
  const nodes = { type: "string", default: "10%" };
  const budgets = {
    type: "array",
    items: { type: "object", properties: { nodes, ...more } },
  };
  return {
    type: "object",
    properties: { spec: { type: "object", properties: { budgets } } },
  };
}

const schemas: Readonly<Record<string, JsonObject>> = {
  v1: schemaOf({}),
  v2: schemaOf({ reasons: { type: "array", items: { type: "string" } } }),
};
const edge = lensEdge(
  { group: "e.com", schemaOf: (version) => schemas[version] },
  { from: "v1", to: "v2", rules: [{ op: "keep", to: "spec.budgets[*].reasons" }] },
);

type Budget = { readonly nodes?: string; readonly reasons?: readonly string[] };

const budget: fc.Arbitrary<Budget> = fc.record(
  {
    nodes: fc.constantFrom("10%", "5"),
    reasons: fc.array(fc.constantFrom("A", "B"), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const lists = fc.array(budget, { maxLength: 5 });
const runs = {
  numRuns: 500,
  examples: [[[{}, { nodes: "10%", reasons: [] }, {}]]] as [Budget[]][],
};

/** The budgets with the default that the server sets. */
function filled(budgets: readonly JsonValue[]): readonly JsonValue[] {
  return budgets.map((own) => ({ nodes: "10%", ...asMap(own) }));
}

/** Converts budgets with annotations to the other version. */
function converted(direction: "forward" | "backward", budgets: JsonValue, annotations: StringMap) {
  const body = { spec: { budgets } };
  const object = { body, labels: {}, annotations, name: "a", namespace: "b" };
  const result = edge[direction](object, allowance());
  if (!result.ok) throw new Error(result.error.message);
  const converted = listAt(mapAt(result.value.body, "spec"), "budgets");
  return { budgets: converted, annotations: result.value.annotations ?? {} };
}

test("items without their defaults keep their preserved values", () => {
  const property = fc.property(lists, (budgets) => {
    const image = converted("backward", budgets, {});
    const back = converted("forward", image.budgets, image.annotations);
    expect(back.budgets).toEqual(budgets);
  });
  fc.assert(property, runs);
});

test("items keep their preserved values if the server fills the defaults in between", () => {
  const property = fc.property(lists, (budgets) => {
    const image = converted("backward", budgets, {});
    const back = converted("forward", filled(image.budgets), image.annotations);
    expect(filled(back.budgets)).toEqual(filled(budgets));
  });
  fc.assert(property, runs);
});
