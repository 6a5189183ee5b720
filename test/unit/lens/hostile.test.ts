import { describe, expect, test } from "vitest";
import { annotationBytes } from "../../../lib/converter/stash/fit.ts";
import { equal } from "../../../lib/json/equal.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { LensData, RuleData } from "../../../lib/lens/language/rule.ts";
import { maxAnnotationBytes } from "../../../lib/protocol/object-metadata.ts";
import { allowance } from "../../support/allowance.ts";

const data: LensData = {
  from: "v1",
  to: "v2",
  lenses: {
    node: [
      { op: "keep", from: "k" },
      { op: "include", from: "a", to: "a", lens: "node" },
    ],
  },
  rules: [
    { op: "keep", from: "spec.k" },
    { op: "each", from: "spec.list", to: "spec.list", rules: [{ op: "keep", from: "k" }] },
    { op: "include", from: "spec.node", to: "spec.node", lens: "node" },
  ],
};
const edge = lensEdge({ group: "e.com", schemaOf: () => undefined }, data);

interface Given {
  readonly body: JsonObject;
  readonly annotations?: Readonly<Record<string, string>>;
}

function resultOf(way: "forward" | "backward", given: Given, by = edge) {
  const source = { labels: {}, annotations: {}, name: undefined, namespace: undefined, ...given };
  return by[way](source, allowance());
}

function convert(way: "forward" | "backward", given: Given, by = edge) {
  const result = resultOf(way, given, by);
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.value;
}

function nested(levels: number, around: (inner: JsonValue) => JsonValue): JsonValue {
  let value: JsonValue = 1;
  for (let level = 0; level < levels; level++) value = around(value);
  return value;
}

describe("lensEdge", () => {
  test.each<{ name: string; spec: JsonObject }>([
    { name: "preserved maps", spec: { k: nested(4990, (a) => ({ a })) } },
    { name: "preserved lists", spec: { k: nested(4990, (a) => [a]) } },
    { name: "preserved in an item", spec: { list: [{ k: nested(4990, (a) => ({ a })), x: 1 }] } },
    { name: "beside a preserved value", spec: { k: 1, x: nested(5900, (a) => ({ a })) } },
    {
      name: "beside a preserved value of an item",
      spec: { list: [{ k: 1, x: nested(2500, (a) => ({ a })) }] },
    },
    { name: "in a lens that uses itself", spec: { node: nested(240, (a) => ({ a, k: 1 })) } },
  ])("restores deeply nested values: $name", ({ spec }) => {
    const returned = convert("backward", convert("forward", { body: { spec } }));
    expect(equal(returned.body, { spec })).toBe(true);
    expect(returned.annotations).toEqual({});
  });

  test.each(["a=b", "", 'a"b', "a,b", "~", "[#0]"])(
    "preserves a value by a member with the name %j",
    (key) => {
      const each: RuleData = {
        op: "each",
        from: "l",
        to: "l",
        key,
        rules: [{ op: "keep", from: "x" }],
      };
      const odd = lensEdge(
        { group: "e.com", schemaOf: () => undefined },
        { from: "v1", to: "v2", rules: [each] },
      );
      const body = { l: [{ [key]: "n", x: 1 }] };
      const returned = convert("backward", convert("forward", { body }, odd), odd);
      expect(returned).toMatchObject({ body, annotations: {} });
    },
  );

  test("reports a lens that uses itself too deeply", () => {
    const spec = { node: nested(4000, (a) => ({ a, k: 1 })) };
    const error = { code: "ObjectTooDeep", path: expect.stringMatching(/^spec\.node/) };
    expect(resultOf("forward", { body: { spec } })).toMatchObject({ ok: false, error });
  });

  test("ignores an entry deeper than any object may be, which would make the object too deep", () => {
    const k = `${"[".repeat(4999)}${"]".repeat(4999)}`;
    const annotations = { "e.com/kept.v1.x": `{"spec.k":[${k}]}` };
    const body = { spec: { x: 1 } };
    expect(convert("backward", { body, annotations })).toMatchObject({ body, annotations: {} });
  });

  test("reports deeply nested values as lost if they are too large to preserve", () => {
    const leaves = Object.fromEntries(
      Array.from({ length: 4000 }, (_, index): [string, JsonValue] => [`x${index}`, 1]),
    );
    let k: JsonValue = leaves;
    for (let level = 0; level < 50; level++) k = { ["a".repeat(400)]: k };
    const { annotations = {}, remarks } = convert("forward", { body: { spec: { k } } });
    expect(remarks?.lost.length).toBeGreaterThan(0);
    expect(annotationBytes(annotations)).toBeLessThanOrEqual(maxAnnotationBytes);
  });

  test.each([
    { name: "of keys", address: `spec${".a".repeat(100_000)}` },
    { name: "of fields to be created", address: `spec?.k${".a".repeat(100_000)}` },
    { name: "in a lens that uses itself", address: `spec.node${".a".repeat(100_000)}` },
    { name: "of items", address: `spec.list${"[#0]".repeat(50_000)}` },
    { name: "with one long key", address: `spec.list[name="${"a".repeat(200_000)}"]` },
  ])("ignores a forged address $name", ({ address }) => {
    const annotations = { "e.com/kept.v1.x": JSON.stringify({ [address]: [1] }) };
    const body = { spec: { x: 1 } };
    expect(convert("backward", { body, annotations })).toMatchObject({ body, annotations });
  });
});
