import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Conversion } from "../../lib/converter/converter.ts";
import { deepFreeze } from "../../lib/json/deep-freeze.ts";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";
import { isArray, isObject } from "../../lib/json/value.ts";
import { lensEdge } from "../../lib/lens/edge/edge.ts";
import type { EachRule } from "../../lib/lens/language/rule.ts";
import { allowance } from "../support/allowance.ts";
import { tries } from "../support/tries.ts";

type Ways = Readonly<Record<"forward" | "backward", (from: Conversion) => Conversion>>;

function waysOf(rule: Omit<EachRule, "op" | "from" | "to">, schema?: JsonObject): Ways {
  const edge = lensEdge(
    { group: "example.com", schemaOf: () => schema },
    { from: "v1", to: "v2", rules: [{ op: "each", from: "list", to: "list", ...rule }] },
  );
  const way = (name: "forward" | "backward") => (from: Conversion) => {
    const source = { labels: {}, annotations: {}, ...from, name: undefined, namespace: undefined };
    const result = edge[name](deepFreeze(source), allowance());
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  };
  return { forward: way("forward"), backward: way("backward") };
}

const rules: EachRule["rules"] = [
  { op: "move", from: ".", to: "extract" },
  { op: "keep", to: "note" },
  { op: "keep", to: "extract.policy" },
];
const where = { to: { extract: { present: true } } };
const name = fc.constantFrom("a", "b", "c");
const found: fc.Arbitrary<JsonObject> = fc.record({ find: name, name }, { requiredKeys: ["find"] });
const extracted: fc.Arbitrary<JsonObject> = fc.record(
  { name, extract: fc.record({ key: name, policy: name }, { requiredKeys: ["key"] }), note: name },
  { requiredKeys: ["extract"] },
);
const items = (minLength: number): fc.Arbitrary<JsonObject[]> =>
  fc.array(fc.oneof(found, extracted), { minLength, maxLength: 6 });
const images = fc.array(fc.record({ key: name }), { maxLength: 6 });

/** The images of a list after some were removed, added, changed and moved. */
const edits = fc.record({
  removed: fc.array(fc.nat({ max: 6 }), { maxLength: 2 }),
  added: fc.array(fc.tuple(fc.nat({ max: 6 }), fc.record({ key: name })), { maxLength: 2 }),
  moved: fc.boolean(),
});

function editedBy(
  list: readonly JsonValue[],
  { removed, added, moved }: { removed: number[]; added: [number, JsonObject][]; moved: boolean },
): readonly JsonValue[] {
  let result = list.filter((_, index) => !removed.includes(index));
  for (const [at, item] of added) result = result.toSpliced(at, 0, item);
  return moved ? result.toReversed() : result;
}

function listIn({ body }: Conversion): readonly JsonValue[] {
  const { list } = body;
  return isArray(list) ? list : [];
}

/** The items that are not converted, sorted: they follow the items before them. */
function foundIn(list: readonly JsonValue[]): readonly string[] {
  const found = list.filter((item) => isObject(item) && item["extract"] === undefined);
  return found.map((item) => JSON.stringify(item)).sort();
}

const runs = { numRuns: tries({ test: 80, deep: 6_000 }) };

const wantsOne = {
  type: "object",
  properties: {
    list: {
      type: "array",
      minItems: 1,
      items: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    },
  },
};

describe.each([
  { kind: "any list", least: 0, ways: waysOf({ where, rules }) },
  { kind: "items of a key", least: 0, ways: waysOf({ where, rules, key: "name" }) },
  { kind: "aligned exactly", least: 0, ways: waysOf({ where, rules, align: "exact" }) },
  { kind: "lists that are not empty", least: 1, ways: waysOf({ where, rules }, wantsOne) },
])("each with where: $kind", ({ least, ways }) => {
  test("brings every list back", () => {
    fc.assert(
      fc.property(items(least), (list) => {
        expect(ways.forward(ways.backward({ body: { list } })).body).toEqual({ list });
      }),
      runs,
    );
  });

  test("with any edit, no unconverted item is lost, and the edit is in the result", () => {
    fc.assert(
      fc.property(items(least), fc.oneof(edits, images), (list, edit) => {
        const there = ways.backward({ body: { list } });
        const written = isArray(edit) ? edit : editedBy(listIn(there), edit);
        const returned = ways.forward({ ...there, body: { list: written } });
        expect(foundIn(listIn(returned))).toEqual(foundIn(list));
        expect(listIn(ways.backward(returned))).toEqual(written);
      }),
      runs,
    );
  });
});
