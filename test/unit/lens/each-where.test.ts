import { describe, expect, test } from "vitest";
import type { Conversion } from "../../../lib/converter/converter.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import { explain } from "../../../lib/lens/explain/explain.ts";
import type { EachRule, RuleData } from "../../../lib/lens/language/rule.ts";
import { allowance } from "../../support/allowance.ts";

const kind = { group: "example.com", schemaOf: () => undefined };

/** An item of v1 is what an item of v2 has in `extract`. Other items of v2 are not converted. */
const extracts: EachRule = {
  op: "each",
  from: "from",
  to: "from",
  where: { to: { extract: { present: true } } },
  rules: [
    { op: "move", from: ".", to: "extract" },
    { op: "keep", to: "extract.policy" },
  ],
};

interface Ways {
  /** From v2 to v1. */
  readonly down: (from: Conversion) => Conversion;
  /** From v1 to v2. */
  readonly up: (from: Conversion) => Conversion;
}

function waysOf(...rules: readonly RuleData[]): Ways {
  const edge = lensEdge(kind, { from: "v1", to: "v2", rules });
  const way =
    (name: "forward" | "backward") =>
    (from: Conversion): Conversion => {
      const source = {
        labels: {},
        annotations: {},
        ...from,
        name: undefined,
        namespace: undefined,
      };
      const result = edge[name](source, allowance());
      if (!result.ok) throw new Error(result.error.message);
      return result.value;
    };
  return { down: way("backward"), up: way("forward") };
}

function listed(...items: readonly JsonValue[]): JsonObject {
  return { from: items };
}

const a = { extract: { key: "a", policy: "p" } };
const b = { extract: { key: "b" } };
const found = { find: { name: "x" } };
const made = { generate: 1 };

describe("each with where converts", () => {
  const { down, up } = waysOf(extracts);

  test.each<{ name: string; v2: JsonObject; v1: JsonObject }>([
    { name: "all items if all match", v2: listed(b), v1: listed({ key: "b" }) },
    {
      name: "all but one that does not match",
      v2: listed(found, a, b),
      v1: listed({ key: "a" }, { key: "b" }),
    },
    { name: "nothing if none matches", v2: listed(found, made), v1: listed() },
    { name: "no items", v2: listed(), v1: listed() },
    { name: "items without null and scalars", v2: listed(null, b, 1), v1: listed({ key: "b" }) },
  ])("$name", ({ v2, v1 }) => {
    const there = down({ body: v2 });
    expect(there.body).toEqual(v1);
    expect(up(there).body).toEqual(v2);
  });

  test("preserves each item by itself, and the appearance of the items", () => {
    const { annotations = {} } = down({ body: listed(a, found) });
    expect(Object.values(annotations).map((text) => JSON.parse(text))).toEqual([
      {
        "from[#0].extract.policy": ["p"],
        "?.from[#1]": [found],
        "from[#]": [[expect.stringMatching(/^\w{7}$/), ""]],
      },
    ]);
  });

  test.each<{ name: string; v2: JsonObject; edit: JsonObject; back: JsonObject }>([
    {
      name: "an edited item",
      v2: listed(a, found, b),
      edit: listed({ key: "a" }, { key: "c" }),
      back: listed(a, found, { extract: { key: "c" } }),
    },
    {
      name: "a removed item: after the one before it",
      v2: listed(a, b, found, made),
      edit: listed({ key: "a" }),
      back: listed(a, found, made),
    },
    {
      name: "all before it removed: first",
      v2: listed(a, found, b),
      edit: listed({ key: "b" }),
      back: listed(found, b),
    },
    {
      name: "all removed",
      v2: listed(a, found, b),
      edit: listed(),
      back: listed(found),
    },
    {
      name: "an added item",
      v2: listed(found, b),
      edit: listed({ key: "c" }, { key: "b" }),
      back: listed(found, { extract: { key: "c" } }, b),
    },
    {
      name: "moved items",
      v2: listed(a, found, b),
      edit: listed({ key: "b" }, { key: "a" }),
      back: listed(b, a, found),
    },
  ])("the preserved items come back: $name", ({ v2, edit, back }) => {
    expect(up({ ...down({ body: v2 }), body: edit }).body).toEqual(back);
  });

  test("an item whose image would not be converted back can't be parsed", () => {
    const only = waysOf({
      op: "each",
      from: "a",
      to: "b",
      where: { to: { kind: "x" } },
      rules: [{ op: "duration", from: "t", to: "seconds", unit: "s" }],
    });
    const there = only.up({ body: { a: [{ kind: "x" }, { kind: "y" }] } });
    expect(there.body).toEqual({});
    expect(only.down(there).body).toEqual({ a: [{ kind: "x" }, { kind: "y" }] });
  });

  test("where on both sides", () => {
    const both = waysOf({
      op: "each",
      from: "a",
      to: "a",
      where: { from: { old: { present: false } }, to: { kind: { in: ["x", "y"] } } },
      rules: [{ op: "move", from: "k", to: "kind" }],
    });
    const body = { a: [{ k: "x" }, { k: "x", old: 1 }, { k: "y" }] };
    const there = both.up({ body });
    expect(there.body).toEqual({ a: [{ kind: "x" }, { kind: "y" }] });
    expect(both.down(there).body).toEqual(body);
  });

  test("items with a key are preserved by it", () => {
    const keyed = waysOf({
      op: "each",
      from: "a",
      to: "a",
      key: "name",
      where: { to: { kind: "x" } },
      rules: [{ op: "keep", to: "note" }],
    });
    const body = {
      a: [
        { name: "n", kind: "y" },
        { name: "m", kind: "x", note: 1 },
      ],
    };
    const there = keyed.down({ body });
    expect(there.body).toEqual({ a: [{ name: "m", kind: "x" }] });
    expect(keyed.up(there).body).toEqual(body);
    const more = {
      a: [
        { name: "o", kind: "x" },
        { name: "m", kind: "x" },
      ],
    };
    expect(keyed.up({ ...there, body: more }).body).toEqual({
      a: [
        { name: "n", kind: "y" },
        { name: "o", kind: "x" },
        { name: "m", kind: "x", note: 1 },
      ],
    });
  });

  test("the values of a map", () => {
    const values = waysOf({
      op: "each",
      from: "a{}",
      to: "b{}",
      where: { from: { kind: "x" } },
      rules: [{ op: "move", from: "k", to: "l" }],
    });
    const body = { a: { one: { kind: "x", k: 1 }, two: { kind: "y", k: 2 } } };
    const there = values.up({ body });
    expect(there.body).toEqual({ b: { one: { kind: "x", l: 1 } } });
    expect(values.down(there).body).toEqual(body);
    const edited = { b: { one: { kind: "x", l: 3 }, more: { kind: "x" } } };
    expect(values.down({ ...there, body: edited }).body).toEqual({
      a: { one: { kind: "x", k: 3 }, more: { kind: "x" }, two: { kind: "y", k: 2 } },
    });
  });

  test("a dropped value stays in an item that is not converted", () => {
    const drops = waysOf({
      op: "each",
      from: "a",
      to: "a",
      where: { from: { kind: "x" } },
      rules: [{ op: "drop", from: "old", reason: "not read" }],
    });
    const body = {
      a: [
        { kind: "x", old: 1 },
        { kind: "y", old: 1 },
      ],
    };
    const there = drops.up({ body });
    expect(there.body).toEqual({ a: [{ kind: "x" }] });
    expect(drops.down(there).body).toEqual({ a: [{ kind: "x" }, { kind: "y", old: 1 }] });
  });

  test("a value beside another one is found by the index of its item", () => {
    const beside = waysOf({
      op: "each",
      from: "from",
      to: "from",
      where: { to: { extract: { present: true } } },
      rules: [
        { op: "move", from: "key", to: "extract.key" },
        { op: "keep", to: "extract.policy", beside: "key" },
      ],
    });
    const there = beside.down({ body: listed(found, a, b) });
    expect(there.body).toEqual(listed({ key: "a" }, { key: "b" }));
    expect(beside.up(there).body).toEqual(listed(found, a, b));
    expect(beside.up({ ...there, body: listed({ key: "z" }, { key: "b" }) }).body).toEqual(
      listed(found, { extract: { key: "z" } }, b),
    );
  });

  test("the explanation names the items that correspond", () => {
    const lens = { from: "v1", to: "v2", rules: [extracts] };
    const source = { labels: {}, annotations: {}, name: undefined, namespace: undefined };
    const explained = explain({
      kind,
      lens,
      edge: lensEdge(kind, lens),
      side: "to",
      source: { ...source, body: listed(found, b) },
    });
    expect(explained?.fields.map(({ path, sources }) => ({ path, sources }))).toEqual([
      { path: "from[0].key", sources: ["from[1].extract.key"] },
    ]);
    expect(explained?.left.map(({ path, becomes }) => ({ path, becomes }))).toEqual([
      { path: "from[0].find.name", becomes: "preserved" },
    ]);
  });
});
