import { describe, expect, test } from "vitest";
import { mapAt } from "../../../lib/json/members.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import { type Explanation, explain } from "../../../lib/lens/explain/explain.ts";
import type { LensData } from "../../../lib/lens/language/rule.ts";
import type { LensKind } from "../../../lib/lens/run/engine.ts";
import { allowance } from "../../support/allowance.ts";

const text = { type: "string" };
const map = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const list = (items: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "array",
  items,
  ...more,
});
const keyed = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] };

const schemas: Readonly<Record<string, JsonObject>> = {
  v1: map({
    spec: map({
      same: map({ a: text, b: text }),
      deep: map({ only: text }),
      old: text,
      gone: text,
      level: { type: "integer" },
      word: text,
      toppings: list(text),
      items: list(map({ name: text, timeout: text, x: text }), keyed),
    }),
  }),
  v2: map({
    spec: map({
      same: map({ a: text, b: text }),
      flat: text,
      level: { type: "integer" },
      filled: text,
      shout: text,
      toppings: list(map({ name: text, quantity: { type: "integer" } })),
      entries: list(map({ name: text, timeout: text, y: text }), keyed),
    }),
  }),
};

const kind: LensKind = { group: "g.io", schemaOf: (version) => schemas[version] };

const lens: LensData = {
  from: "v1",
  to: "v2",
  file: "conversion.yaml",
  rules: [
    { op: "move", from: "spec.deep.only", to: "spec.flat" },
    { op: "keep", from: "spec.old" },
    { op: "drop", from: "spec.gone", reason: "never read" },
    { op: "keep", to: "spec.filled", fill: { to: { value: "x" } } },
    { op: "count", from: "spec.toppings", to: "spec.toppings" },
    {
      op: "hook",
      from: ["spec.word"],
      to: ["spec.shout"],
      forward: ([word]) => [typeof word === "string" ? word.toUpperCase() : word],
      backward: ([word]) => [typeof word === "string" ? word.toLowerCase() : word],
    },
    {
      op: "each",
      from: "spec.items",
      to: "spec.entries",
      rules: [
        { op: "keep", from: "x" },
        { op: "keep", to: "y", fill: { to: { value: "1" } } },
      ],
    },
  ],
};

const edge = lensEdge(kind, lens);

/** The line of a preserved value that is applied. */
const applied = (address: string): string =>
  `${address} applied: no value that it depends on was edited`;

function explained(
  side: "from" | "to",
  body: JsonObject,
  annotations: Readonly<Record<string, string>> = {},
): Explanation | undefined {
  const source = { body, labels: {}, annotations, name: "a", namespace: undefined };
  return explain({ kind, lens, edge, side, source });
}

/** The object at v2 with the values preserved for v1. */
function sent(spec: JsonObject): {
  readonly spec: JsonObject;
  readonly kept: Record<string, string>;
} {
  const source = { body: { spec }, labels: {}, annotations: {}, name: "a", namespace: undefined };
  const result = edge.forward(source, allowance());
  if (!result.ok) throw new TypeError(result.error.message);
  const { body, annotations = {} } = result.value;
  return { spec: mapAt(body, "spec"), kept: annotations };
}

describe("explain", () => {
  test("lists each value of the result with its source, its rule and its outcome", () => {
    const fields = explained("from", {
      spec: {
        same: { a: "1", b: "2" },
        deep: { only: "d" },
        level: 1,
        toppings: ["ham", "ham"],
        word: "hi",
        items: [{ name: "a", timeout: "1s" }],
      },
    })?.fields.map(({ path, sources, becomes, rule, count }) =>
      [path, sources.join(), becomes, rule?.op ?? "-", count].join(" "),
    );
    expect(fields).toEqual([
      "spec.same spec.same identical - 2",
      "spec.level spec.level identical - 1",
      "spec.toppings spec.toppings changed count 1",
      "spec.flat spec.deep.only moved move 1",
      "spec.shout spec.word derived hook 1",
      "spec.entries[0].name spec.items[0].name moved each 1",
      "spec.entries[0].timeout spec.items[0].timeout moved each 1",
      "spec.entries[0].y  filled keep 1",
      "spec.filled  filled keep 1",
    ]);
  });

  test("removed fields, preserved values and removed maps are listed", () => {
    const explanation = explained("from", {
      spec: {
        deep: { only: "d" },
        old: "o",
        gone: "g",
        items: [{ name: "a", x: "1" }],
      },
    });
    expect(explanation?.left).toEqual([
      { path: "spec.old", becomes: "preserved", rule: lens.rules[1] },
      { path: "spec.gone", becomes: "dropped", rule: lens.rules[2], reason: "never read" },
      { path: "spec.items[0].x", becomes: "preserved", rule: { op: "keep", from: "x" } },
    ]);
    expect(explanation?.preserved.map(({ address, rule }) => `${address} ${rule?.op}`)).toEqual([
      'spec.items[name="a"].x keep',
      "spec.old keep",
    ]);
    expect(explanation?.emptied).toEqual(["spec.deep"]);
  });

  test("a preserved value that its rule produces anyway is called implied", () => {
    const { spec } = sent({});
    expect(explained("to", { spec })?.left).toEqual([
      { path: "spec.filled", becomes: "implied", rule: lens.rules[3] },
    ]);
  });

  const { spec, kept } = sent({
    old: "o",
    toppings: ["ham", "cheese", "ham"],
    items: [{ name: "a", x: "1" }],
  });
  const forged = { "g.io/kept.v1.0000000": '{"spec.level":["high"]}' };

  test.each<{
    name: string;
    spec: JsonObject;
    more?: Record<string, string>;
    gives: readonly string[];
  }>([
    {
      name: "nothing was edited",
      spec,
      gives: [applied("spec.items"), applied("spec.old"), applied("spec.toppings")],
    },
    {
      name: "one item was removed, and one list grew",
      spec: {
        ...spec,
        entries: [],
        toppings: [
          { name: "ham", quantity: 2 },
          { name: "cheese", quantity: 1 },
          { name: "basil", quantity: 1 },
        ],
      },
      gives: [
        "spec.items dropped: its parent no longer exists",
        applied("spec.old"),
        "spec.toppings merged: the edited value was merged with what still fits of the preserved one",
      ],
    },
    {
      name: "a list was replaced",
      spec: { ...spec, toppings: [{ name: "cheese", quantity: 1 }] },
      gives: [
        applied("spec.items"),
        applied("spec.old"),
        "spec.toppings dropped: the object was edited since the value was preserved",
      ],
    },
    {
      name: "the object has the value already",
      spec: { ...spec, level: 3 },
      more: { "g.io/kept.v1.1111111": '{"spec.level":[3]}' },
      gives: [
        applied("spec.items"),
        "spec.level unchanged: the object already has this value",
        applied("spec.old"),
        applied("spec.toppings"),
      ],
    },
    {
      name: "a field was preserved as absent, and is absent",
      spec: { ...spec, old: "o" },
      more: { "g.io/kept.v1.1111111": '{"spec.level":[]}' },
      gives: [
        applied("spec.items"),
        "spec.level unchanged: the field is already absent",
        applied("spec.old"),
        applied("spec.toppings"),
      ],
    },
    {
      name: "the schema refuses the value",
      spec,
      more: forged,
      gives: [
        applied("spec.items"),
        "spec.level held back: with this value the object would not be valid at v1",
        applied("spec.old"),
        applied("spec.toppings"),
      ],
    },
  ])("lists what happens to preserved values if $name", ({ spec: now, more = {}, gives }) => {
    const explanation = explained("to", { spec: now }, { ...kept, ...more });
    const lines = explanation?.entries.map(
      ({ address, outcome, why }) => `${address} ${outcome}: ${why}`,
    );
    expect(lines?.map((line) => line.replace(/\[name="a"\]\S*/, "")).sort()).toEqual(gives);
  });

  test("a value that came back is called restored", () => {
    const fields = explained("to", { spec }, kept)?.fields ?? [];
    const restored = fields.filter(({ becomes }) => becomes === "restored");
    expect(restored.map(({ path, sources }) => `${path} ${sources.join()}`).sort()).toEqual([
      "spec.items[0].x ",
      "spec.old ",
      "spec.toppings spec.toppings",
    ]);
  });

  describe("entries of items by index and by order", () => {
    const lists: Readonly<Record<string, JsonObject>> = {
      v1: map({ atoms: list(map({ n: text, x: text })), more: map({ of: list(text) }) }),
      v2: map({
        atoms: list(map({ n: text })),
        more: list(map({ name: text, of: list(text) }), keyed),
      }),
    };
    const listKind: LensKind = { group: "g.io", schemaOf: (version) => lists[version] };
    const listLens: LensData = {
      from: "v1",
      to: "v2",
      rules: [
        { op: "each", from: "atoms", to: "atoms", rules: [{ op: "keep", from: "x" }] },
        { op: "keyed", from: "more", to: "more", key: "name", value: "of" },
      ],
    };
    const listEdge = lensEdge(listKind, listLens);

    function outcomesOf(
      side: "from" | "to",
      before: JsonObject,
      now: (image: JsonObject) => JsonObject,
    ) {
      const source = { body: before, labels: {}, annotations: {}, name: "a", namespace: undefined };
      const first = side === "to" ? listEdge.forward : listEdge.backward;
      const result = first(source, allowance());
      if (!result.ok) throw new TypeError(result.error.message);
      const { body, annotations = {} } = result.value;
      const edited = { ...source, body: now(body), annotations };
      const request = { kind: listKind, lens: listLens, edge: listEdge, side, source: edited };
      return explain(request)?.entries.map(({ address, outcome }) => `${address} ${outcome}`);
    }

    const atoms = [{ n: "1", x: "a" }, { n: "2" }, { n: "3", x: "c" }];

    test.each<{ name: string; now: (image: JsonObject) => JsonObject; gives: readonly string[] }>([
      {
        name: "an item gets its preserved value back",
        now: (image) => image,
        gives: ["atoms[#0].x applied", "atoms[#2].x applied"],
      },
      {
        name: "an item was removed, and its preserved value with it",
        now: () => ({ atoms: [{ n: "3" }] }),
        gives: ["atoms[#0].x dropped", "atoms[#2].x applied"],
      },
      {
        name: "the list was removed",
        now: () => ({}),
        gives: ["atoms[#0].x dropped", "atoms[#2].x dropped"],
      },
    ])("$name", ({ now, gives }) => {
      expect(outcomesOf("to", { atoms }, now)?.sort()).toEqual(gives);
    });

    const more = [
      { name: "b", of: ["1"] },
      { name: "a", of: ["2"] },
      { name: "b", of: ["3"] },
    ];

    test("an order and a repeated item come back if they still fit", () => {
      expect(outcomesOf("from", { more }, (image) => image)).toEqual([
        "more[] held back",
        'more[name="b"].of held back',
        'more[name="b"~1] held back',
      ]);
      const gone = outcomesOf("from", { more }, () => ({ more: { c: [] } }));
      expect(gone?.every((line) => line.endsWith(" dropped"))).toBe(true);
    });
  });

  test("a conversion that fails has no explanation", () => {
    const failing: LensData = {
      ...lens,
      rules: [{ op: "duration", from: "spec.old", to: "spec.old", unit: "s", fail: "no" }],
    };
    const source = {
      body: { spec: { old: "x" } },
      labels: {},
      annotations: {},
      name: "a",
      namespace: undefined,
    };
    const request = { kind, lens: failing, edge: lensEdge(kind, failing), source };
    expect(explain({ ...request, side: "from" })).toBeUndefined();
  });
});
