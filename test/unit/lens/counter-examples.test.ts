import { describe, expect, test } from "vitest";
import type { Conversion } from "../../../lib/converter/converter.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { allowance } from "../../support/allowance.ts";
import { deepFreeze } from "../../support/deep-freeze.ts";

// What other conversions do with what they keep, and lose by it.

const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const text: JsonObject = { type: "string" };

interface Versions {
  readonly v1?: JsonObject;
  readonly v2?: JsonObject;
}

/** Both directions of a lens between v1 and v2; `down` is from v1. */
function directionsOf(rules: readonly RuleData[], schemas: Versions = {}) {
  const schemaOf = (version: string): JsonObject | undefined =>
    version === "v1" ? schemas.v1 : schemas.v2;
  const edge = lensEdge(
    { group: "example.com", schemaOf },
    { from: "v1", to: "v2", rules, entries: "any" },
  );
  const along =
    (way: "forward" | "backward") =>
    (from: Conversion): Conversion => {
      const none = { labels: {}, annotations: {}, name: undefined, namespace: undefined };
      const result = edge[way](deepFreeze({ ...none, ...from }), allowance());
      if (!result.ok) throw new Error(result.error.message);
      return result.value;
    };
  return { down: along("forward"), up: along("backward") };
}

const edited = (from: Conversion, body: JsonObject): Conversion => ({ ...from, body });

describe("restore by position (cluster-api)", () => {
  const each = (key?: string): RuleData => ({
    op: "each",
    from: "items",
    to: "items",
    rules: [{ op: "keep", to: "note" }],
    ...(key !== undefined && { key }),
  });

  test.each([
    { name: "items with a key", rules: [each("name")] },
    { name: "items without one", rules: [each()] },
  ])("$name: what was kept for an item does not move to another", ({ rules }) => {
    const { down, up } = directionsOf(rules);
    const old = up({ body: { items: [{ name: "a" }, { name: "b", note: "x" }] } });
    expect(old.body).toEqual({ items: [{ name: "a" }, { name: "b" }] });
    const now = down(edited(old, { items: [{ name: "b" }] }));
    expect(now.body).toEqual({ items: [{ name: "b", note: "x" }] });
    expect(down(edited(old, { items: [{ name: "a" }] })).body).toEqual({ items: [{ name: "a" }] });
    expect(down(edited(old, { items: [] })).body).toEqual({ items: [] });
  });
});

describe("the length checked, a difference an error (tekton)", () => {
  test("one step more is read, and the others keep what was theirs", () => {
    const { down, up } = directionsOf([
      {
        op: "each",
        from: "steps",
        to: "steps",
        rules: [{ op: "keep", from: "tty" }],
      },
    ]);
    const now = down({ body: { steps: [{ image: "a", tty: true }, { image: "b" }] } });
    const old = up(edited(now, { steps: [{ image: "c" }, { image: "a" }, { image: "b" }] }));
    expect(old.body).toEqual({
      steps: [{ image: "c" }, { image: "a", tty: true }, { image: "b" }],
    });
  });
});

describe("the stash wins (karpenter)", () => {
  const { down, up } = directionsOf([
    { op: "reference", from: "ref", to: "ref", versions: { "k.example": "v1" } },
    { op: "map", from: "word", to: "word", table: { old: "new", new: "new" } },
  ]);
  const before: JsonObject = {
    ref: { apiVersion: "k.example/v1beta1", kind: "K", name: "a", uid: "u" },
    word: "old",
  };

  test("an edit is read at the older version, and its next write does not take it back", () => {
    const now = down({ body: before });
    const renamed = edited(now, {
      ...now.body,
      ref: { apiGroup: "k.example", kind: "K", name: "b" },
    });
    const old = up(renamed);
    expect(old.body).toEqual({
      ref: { apiVersion: "k.example/v1", kind: "K", name: "b" },
      word: "old",
    });
    expect(down(old).body).toEqual(renamed.body);
  });

  test("a field removed stays removed", () => {
    const now = down({ body: before });
    expect(up(edited(now, { word: "new" })).body).toEqual({ word: "old" });
  });
});

describe("a default of the version that is read", () => {
  const withDefault = object({ mode: object({ word: { ...text, default: "new" } }) });
  const { down, up } = directionsOf(
    [{ op: "map", from: "mode.word", to: "mode.word", table: { old: "new", new: "new" } }],
    { v1: object({ mode: object({ word: text }) }), v2: withDefault },
  );
  const now = down({ body: { mode: { word: "old" } } });

  test("on the table, what has that image is still there", () => {
    expect(up(edited(now, { mode: { word: "new" } })).body).toEqual({ mode: { word: "old" } });
  });

  test("not on the table, a part does not get what is kept for the whole", () => {
    expect(up(edited(now, { mode: {} })).body).toEqual({ mode: {} });
  });

  test("filled into items, the list is still what it was made of", () => {
    const item = object({ name: text, mode: { ...text, default: "on" } });
    const items: JsonObject = { type: "array", items: item };
    const { down: away, up: home } = directionsOf(
      [
        {
          op: "first",
          from: [{ op: "wrap", path: "names", key: "name" }, "items"],
          to: "items",
          home: 1,
        },
      ],
      { v1: object({ names: { type: "array", items: text }, items }), v2: object({ items }) },
    );
    const there = away({ body: { names: ["a", "b"] } });
    expect(there.body).toEqual({ items: [{ name: "a" }, { name: "b" }] });
    const filled = ["a", "b"].map((name) => ({ name, mode: "on" }));
    expect(home(edited(there, { items: filled })).body).toEqual({ names: ["a", "b"] });
    const changed = filled.map((each) => ({ ...each, mode: "off" }));
    expect(home(edited(there, { items: changed })).body).toEqual({ items: changed });
  });
});

describe("overwriting from a list of paths (kcp)", () => {
  test("what was absent is neither null nor what it was", () => {
    const { down, up } = directionsOf([
      { op: "keep", from: "spec.gone" },
      { op: "optional", from: "spec.flag", to: "spec.flag", absent: false },
      { op: "move", from: "spec.a", to: "spec.b" },
    ]);
    const now = down({ body: { spec: { flag: false, gone: 1, a: "x" } } });
    expect(now.body).toEqual({ spec: { b: "x" } });
    expect(up(edited(now, { spec: { b: "y", flag: true } })).body).toEqual({
      spec: { a: "y", flag: true, gone: 1 },
    });
    expect(up(edited(now, { spec: {} })).body).toEqual({ spec: { flag: false, gone: 1 } });
    expect(up(edited(now, {})).body).toEqual({});
  });
});

describe("a fingerprint of the whole object", () => {
  test("a write of status forgets nothing", () => {
    const { down, up } = directionsOf([
      { op: "keep", from: "spec.legacy" },
      { op: "duration", from: "spec.timeout", to: "spec.seconds", unit: "s" },
    ]);
    const spec = { legacy: true, timeout: "1.5s" };
    const now = down({ body: { spec } });
    expect(up(edited(now, { ...now.body, status: { phase: "Up" } })).body).toEqual({
      spec,
      status: { phase: "Up" },
    });
  });
});

describe("a fingerprint of what an entry stood beside", () => {
  test("the server's defaults in between forget nothing", () => {
    const spec = (own: JsonObject): JsonObject =>
      object({ spec: object({ items: { type: "array", items: object(own) } }) });
    const { down, up } = directionsOf(
      [
        {
          op: "each",
          from: "spec.items",
          to: "spec.items",
          rules: [
            { op: "keep", from: "note" },
            { op: "keep", to: "mode" },
          ],
        },
      ],
      {
        v1: spec({ name: text, note: text }),
        v2: spec({ name: text, mode: { ...text, default: "fast" } }),
      },
    );
    const items = [{ name: "a", note: "x" }, { name: "b" }];
    const now = down({ body: { spec: { items } } });
    const filled = [
      { name: "a", mode: "fast" },
      { name: "b", mode: "fast" },
    ];
    expect(up(edited(now, { spec: { items: filled } })).body).toEqual({ spec: { items } });
  });
});

describe("acceptance by image", () => {
  test("an edit of a rule that has something kept on both sides is not lost", () => {
    const { down, up } = directionsOf([
      { op: "keyed", from: "map", to: "list", key: "name" },
      { op: "count", from: "names", to: "counts" },
    ]);
    const now: Conversion = {
      body: {
        list: [{ name: "b" }, { name: "a" }, { name: "b", x: 1 }],
        counts: [
          { name: "ham", quantity: 1 },
          { name: "basil", quantity: 0 },
        ],
      },
    };
    const old = up(now);
    expect(old.body).toEqual({ map: { b: { x: 1 }, a: {} }, names: ["ham"] });
    expect(down(old).body).toEqual(now.body);
    const more = edited(old, { map: { b: { x: 2 }, a: {} }, names: ["ham", "cheese", "ham"] });
    const again = down(more);
    expect(up(again).body).toEqual(more.body);
    expect(down(up(again)).body).toEqual(again.body);
  });
});

describe("a default into a map of its own", () => {
  test("the map goes with the value that it lacks", () => {
    const { down, up } = directionsOf([
      { op: "default", from: "spec.g", to: "spec.d.g", value: true },
    ]);
    const now: Conversion = { body: { spec: { d: {} } } };
    expect(up(now).body).toEqual({ spec: {} });
    expect(down(up(now)).body).toEqual(now.body);
  });
});
