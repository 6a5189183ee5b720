import { describe, expect, test } from "vitest";
import type { Conversion } from "../../../lib/converter/converter.ts";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { allowance } from "../../support/allowance.ts";

// Cases in which other ways to preserve values than ours lose some of them.

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
  const edge = lensEdge({ group: "example.com", schemaOf }, { from: "v1", to: "v2", rules });
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

describe("restoring by position (cluster-api)", () => {
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
  ])("$name: the preserved value of an item does not move to another item", ({ rules }) => {
    const { down, up } = directionsOf(rules);
    const old = up({ body: { items: [{ name: "a" }, { name: "b", note: "x" }] } });
    expect(old.body).toEqual({ items: [{ name: "a" }, { name: "b" }] });
    const now = down(edited(old, { items: [{ name: "b" }] }));
    expect(now.body).toEqual({ items: [{ name: "b", note: "x" }] });
    expect(down(edited(old, { items: [{ name: "a" }] })).body).toEqual({ items: [{ name: "a" }] });
    expect(down(edited(old, { items: [] })).body).toEqual({ items: [] });
  });
});

describe("an error if the length of a list differs (tekton)", () => {
  test("with one step more, the other steps keep their preserved values", () => {
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

describe("preserved values win over edits (karpenter)", () => {
  const { down, up } = directionsOf([
    { op: "reference", from: "ref", to: "ref", versions: { "k.example": "v1" } },
    { op: "map", from: "word", to: "word", table: { old: "new", new: "new" } },
  ]);
  const before: JsonObject = {
    ref: { apiVersion: "k.example/v1beta1", kind: "K", name: "a", uid: "u" },
    word: "old",
  };

  test("an edit is visible at the older version, and a write there does not undo it", () => {
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

  test("a removed field stays removed", () => {
    const now = down({ body: before });
    expect(up(edited(now, { word: "new" })).body).toEqual({ word: "old" });
  });
});

describe("a default of the target version", () => {
  const withDefault = object({ mode: object({ word: { ...text, default: "new" } }) });
  const { down, up } = directionsOf(
    [{ op: "map", from: "mode.word", to: "mode.word", table: { old: "new", new: "new" } }],
    { v1: object({ mode: object({ word: text }) }), v2: withDefault },
  );
  const now = down({ body: { mode: { word: "old" } } });

  test("with the default in the table, the preserved word stays", () => {
    expect(up(edited(now, { mode: { word: "new" } })).body).toEqual({ mode: { word: "old" } });
  });

  test("with the default outside the table, a fragment does not get the preserved values of the whole object", () => {
    expect(up(edited(now, { mode: {} })).body).toEqual({ mode: {} });
  });

  test("with defaults in items, the list comes back as it was", () => {
    const item = object({ name: text, mode: { ...text, default: "on" } });
    const items: JsonObject = { type: "array", items: item };
    const { down: away, up: returned } = directionsOf(
      [
        {
          op: "first",
          from: [
            { op: "each", path: "names", rules: [{ op: "move", from: ".", to: "name" }] },
            "items",
          ],
          to: "items",
          backTo: 1,
        },
      ],
      { v1: object({ names: { type: "array", items: text }, items }), v2: object({ items }) },
    );
    const there = away({ body: { names: ["a", "b"] } });
    expect(there.body).toEqual({ items: [{ name: "a" }, { name: "b" }] });
    const filled = ["a", "b"].map((name) => ({ name, mode: "on" }));
    expect(returned(edited(there, { items: filled })).body).toEqual({ names: ["a", "b"] });
    const changed = filled.map((each) => ({ ...each, mode: "off" }));
    expect(returned(edited(there, { items: changed })).body).toEqual({ items: changed });
  });
});

describe("overwriting from a list of paths (kcp)", () => {
  test("an absent value becomes neither null nor its former value", () => {
    const { down, up } = directionsOf([
      { op: "keep", from: "spec.gone" },
      { op: "at", from: "spec.flag", to: "spec.flag", fill: { from: { value: false } } },
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
  test("a write of status drops nothing", () => {
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

describe("a fingerprint of an entry's surroundings", () => {
  test("the server's defaults in between drop nothing", () => {
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
  test("an edit is not lost where a rule has preserved values for both versions", () => {
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

describe("a default in a map that only it creates", () => {
  test("the map stays, because nothing was removed from it", () => {
    const { down, up } = directionsOf([
      { op: "move", from: "spec.g", to: "spec.d.g", fill: { to: { value: true } } },
    ]);
    const now: Conversion = { body: { spec: { d: {} } } };
    expect(up(now).body).toEqual({ spec: { d: {} } });
    expect(down(up(now)).body).toEqual(now.body);
  });
});
