import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Conversion } from "../../../lib/converter/converter.ts";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { scopeLens } from "../../../lib/lens/place/scope-lens.ts";
import { allowance } from "../../support/allowance.ts";

const none = { labels: {}, annotations: {}, name: undefined, namespace: undefined };

/** Converts a frozen object by frozen rules. */
function imageOf(
  rules: readonly RuleData[],
  body: JsonObject,
  way: "forward" | "backward" = "forward",
): Conversion {
  const kind = { group: "example.com", schemaOf: () => undefined };
  const edge = lensEdge(kind, deepFreeze({ from: "v1", to: "v2", rules }));
  const result = edge[way](deepFreeze({ ...none, body }), allowance());
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** A moved map into which another rule writes. */
const deeper: readonly RuleData[] = [
  {
    op: "move",
    from: "spec.health",
    to: "spec.check",
    rules: [{ op: "move", from: "max", to: "remediation.trigger" }],
  },
  { op: "move", from: "spec.strategy.flight", to: "spec.check.remediation.flight" },
];

describe("a rule that writes into the result of another", () => {
  test.each<{ name: string; rules: readonly RuleData[]; body: JsonObject; image: JsonObject }>([
    {
      name: "a moved map whose inner rules change nothing",
      rules: deeper,
      body: { spec: { health: { remediation: { other: 1 } }, strategy: { flight: "2" } } },
      image: { spec: { check: { remediation: { other: 1, flight: "2" } } } },
    },
    {
      name: "a map that a plain move carries",
      rules: [
        { op: "move", from: "a", to: "b" },
        { op: "move", from: "c", to: "b.d.e" },
      ],
      body: { a: { d: { f: 1 } }, c: 2 },
      image: { b: { d: { f: 1, e: 2 } } },
    },
    {
      name: "a moved map of an item",
      rules: [
        {
          op: "each",
          from: "items",
          to: "items",
          rules: [
            { op: "move", from: "a", to: "b" },
            { op: "move", from: "c", to: "b.d" },
          ],
        },
      ],
      body: { items: [{ a: { x: {} }, c: 1 }, { a: {} }] },
      image: { items: [{ b: { x: {}, d: 1 } }, { b: {} }] },
    },
    {
      name: "a moved map that gets a constant",
      rules: [
        { op: "move", from: "a", to: "b" },
        { op: "keep", to: "b.c.d", fill: { to: { value: { e: 1 } } } },
      ],
      body: { a: { c: {} } },
      image: { b: { c: { d: { e: 1 } } } },
    },
  ])("leaves the input as it was: $name", ({ rules, body, image }) => {
    expect(imageOf(rules, body).body).toEqual(image);
  });

  test("comes back at its former path", () => {
    const body = { spec: { health: { max: "1", x: {} }, strategy: { flight: "2" } } };
    const { body: there, annotations = {} } = imageOf(deeper, body);
    expect(there).toEqual({
      spec: { check: { x: {}, remediation: { trigger: "1", flight: "2" } } },
    });
    const back = imageOf(deeper, there, "backward");
    expect(annotations).toEqual({});
    expect(back.body).toMatchObject({
      spec: { health: { max: "1", x: {} }, strategy: { flight: "2" } },
    });
  });

  test("never changes the input, whatever the rules move", () => {
    const path = fc
      .array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 })
      .map((keys) => keys.join("."));
    const move = fc.record({ op: fc.constant("move" as const), from: path, to: path });
    const body = fc.letrec<{ map: JsonObject; value: JsonValue }>((tie) => ({
      map: fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { maxKeys: 3 }),
      value: fc.oneof({ maxDepth: 4 }, fc.constantFrom(1, "x", null), tie("map")),
    })).map;
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 4 }), body, (rules, source) => {
        fc.pre(scopeLens({ from: "v1", to: "v2", rules }).faults.length === 0);
        const there = imageOf(rules, source);
        expect(() => imageOf(rules, there.body, "backward")).not.toThrow();
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("a path that two rules claim", () => {
  test("is reported for the rules as they are written, with their lines", () => {
    const moved: RuleData = { op: "move", from: "b", to: "y.z", at: { line: 9, column: 3 } };
    const { faults } = scopeLens({
      from: "v1",
      to: "v2",
      lenses: { named: [{ op: "move", from: "p", to: "q" }] },
      rules: [
        {
          op: "move",
          from: "a",
          to: "y",
          rules: [{ op: "include", from: ".", to: ".", lens: "named", at: { line: 7, column: 3 } }],
        },
        moved,
      ],
    });
    expect(faults).toMatchObject([{ code: "E102", path: "z" }]);
    expect(faults[0]?.rules).toContainEqual(moved);
    expect(faults[0]?.rules.map((rule) => rule?.op)).not.toContain("drop");
  });
});
