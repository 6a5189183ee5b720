import { describe, expect, test } from "vitest";
import { bytesOf, maxAnnotationBytes } from "../../../lib/converter/stash/fit.ts";
import { equal } from "../../../lib/json/equal.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { LensData, RuleData } from "../../../lib/lens/language/rule.ts";
import { allowance } from "../../support/allowance.ts";

const data: LensData = {
  from: "v1",
  to: "v2",
  lenses: {
    node: [
      { op: "keep", from: "k" },
      { op: "use", from: "a", to: "a", lens: "node" },
    ],
  },
  rules: [
    { op: "keep", from: "spec.k" },
    { op: "each", from: "spec.list", to: "spec.list", rules: [{ op: "keep", from: "k" }] },
    { op: "use", from: "spec.node", to: "spec.node", lens: "node" },
  ],
};
const edge = lensEdge({ group: "e.com", schemaOf: () => undefined }, data);

function convert(
  way: "forward" | "backward",
  given: { body: JsonObject; annotations?: Readonly<Record<string, string>> },
  by = edge,
) {
  const source = { labels: {}, annotations: {}, name: undefined, namespace: undefined, ...given };
  const result = by[way](source, allowance());
  if (!result.ok || result instanceof Promise) throw new Error(JSON.stringify(result));
  return result.value;
}

function nested(levels: number, around: (inner: JsonValue) => JsonValue): JsonValue {
  let value: JsonValue = 1;
  for (let level = 0; level < levels; level++) value = around(value);
  return value;
}

describe("lensEdge", () => {
  test.each<{ name: string; spec: JsonObject }>([
    { name: "kept maps", spec: { k: nested(4990, (a) => ({ a })) } },
    { name: "kept lists", spec: { k: nested(4990, (a) => [a]) } },
    { name: "kept in an item", spec: { list: [{ k: nested(4990, (a) => ({ a })), x: 1 }] } },
    { name: "beside", spec: { k: 1, x: nested(5900, (a) => ({ a })) } },
    { name: "in an item", spec: { list: [{ k: 1, x: nested(2500, (a) => ({ a })) }] } },
    { name: "by a lens in itself", spec: { node: nested(240, (a) => ({ a, k: 1 })) } },
  ])("brings back what is deep: $name", ({ spec }) => {
    const home = convert("backward", convert("forward", { body: { spec } }));
    expect(equal(home.body, { spec })).toBe(true);
    expect(home.annotations).toEqual({});
  });

  test.each(["a=b", "", 'a"b', "a,b", "~", "[#0]"])("keeps by a member called %j", (key) => {
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
    const home = convert("backward", convert("forward", { body }, odd), odd);
    expect(home).toMatchObject({ body, annotations: {} });
  });

  test("says that a lens within itself goes down too far", () => {
    const spec = { node: nested(4000, (a) => ({ a, k: 1 })) };
    expect(() => convert("forward", { body: { spec } })).toThrow(
      "nests deeper than 250 levels of rules",
    );
  });

  test("passes over what is kept deeper than any object nests, which would make the object too deep", () => {
    const k = `${"[".repeat(4999)}${"]".repeat(4999)}`;
    const annotations = { "e.com/kept.v1.x": `{"spec.k":[${k}]}` };
    const body = { spec: { x: 1 } };
    expect(convert("backward", { body, annotations })).toMatchObject({ body, annotations: {} });
  });

  test("says that many leaves far down are lost, being too large", () => {
    const leaves = Object.fromEntries(
      Array.from({ length: 4000 }, (_, index): [string, JsonValue] => [`x${index}`, 1]),
    );
    let k: JsonValue = leaves;
    for (let level = 0; level < 50; level++) k = { ["a".repeat(400)]: k };
    const { annotations = {}, remarks } = convert("forward", { body: { spec: { k } } });
    expect(remarks?.lost.length).toBeGreaterThan(0);
    expect(bytesOf(annotations)).toBeLessThanOrEqual(maxAnnotationBytes);
  });

  test.each([
    { name: "of keys", address: `spec${".a".repeat(100_000)}` },
    { name: "to be made", address: `spec?.k${".a".repeat(100_000)}` },
    { name: "in a lens in itself", address: `spec.node${".a".repeat(100_000)}` },
    { name: "of items", address: `spec.list${"[#0]".repeat(50_000)}` },
    { name: "of one long match", address: `spec.list[name="${"a".repeat(200_000)}"]` },
  ])("passes over a forged address $name", ({ address }) => {
    const annotations = { "e.com/kept.v1.x": JSON.stringify({ [address]: [1] }) };
    const body = { spec: { x: 1 } };
    expect(convert("backward", { body, annotations })).toMatchObject({ body, annotations });
  });
});
