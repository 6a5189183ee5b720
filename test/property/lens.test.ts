import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Conversion, Convertible } from "../../lib/conversion/converter.ts";
import { Growth } from "../../lib/conversion/growth.ts";
import type { VersionEdge } from "../../lib/conversion/kind.ts";
import { type Run, unreadable } from "../../lib/conversion/lens/codec.ts";
import { lensEdge, lensEngine } from "../../lib/conversion/lens/edge.ts";
import { runFor } from "../../lib/conversion/lens/pass.ts";
import type { LensData, RuleData } from "../../lib/conversion/lens/rule.ts";
import { equal } from "../../lib/json/equal.ts";
import { isObject, type JsonObject, type JsonValue } from "../../lib/json/value.ts";
import { deepFreeze } from "../support/deep-freeze.ts";

/** Rules that claim different places, so that any choice of them is a lens. */
const pool: readonly RuleData[] = [
  { op: "move", from: "spec.a", to: "spec.b" },
  { op: "move", from: "spec.c", to: "spec.d.e" },
  { op: "move", from: "status.x", to: "status.y" },
  { op: "move", from: "status.y", to: "status.x" },
  { op: "keep", from: "spec.k" },
  { op: "keep", to: "spec.n" },
  { op: "drop", from: "spec.gone", reason: "never read" },
  { op: "constant", to: "spec.v", value: 1 },
  { op: "default", from: "spec.f", to: "spec.f", value: "x" },
  { op: "default", from: "spec.g", to: "spec.d.g", value: true },
  { op: "map", from: "spec.m", to: "spec.m", table: { a: "x", b: "x", x: "x", y: "z" } },
  { op: "not", from: "spec.p", to: "spec.q" },
  { op: "optional", from: "spec.o", to: "spec.o", absent: false },
  { op: "duration", from: "spec.t", to: "spec.seconds", unit: "s" },
  { op: "convert", from: "spec.i", to: "spec.i", types: ["string", "integer"] },
  { op: "keyed", from: "spec.map", to: "spec.list", key: "name" },
  { op: "count", from: "spec.names", to: "spec.counts" },
  { op: "wrap", from: "spec.w", to: "spec.w", key: "name" },
  { op: "single", from: "spec.l", to: "spec.s" },
  { op: "first", from: [{ op: "wrap", path: "z.w", key: "name" }, "z.z"], to: "z.z", home: 1 },
  {
    op: "split",
    from: "spec.hostPort",
    to: { host: "spec.host", port: "spec.port" },
    template: "{host}:{port}",
  },
  {
    op: "each",
    from: "items",
    to: "items",
    rules: [
      { op: "move", from: "a", to: "b" },
      { op: "keep", from: "k" },
      { op: "duration", from: "t", to: "t", unit: "s" },
      { op: "each", from: "items", to: "list", rules: [{ op: "keep", from: "a" }] },
    ],
  },
  { op: "eachValue", from: "values", to: "values", rules: [{ op: "keep", from: "a" }] },
  { op: "each", from: "keyed", to: "keyed", key: "name", rules: [{ op: "keep", from: "k" }] },
];

/** A first with a default is lawful on the way that fills only: f(g(f(x))) = f(x), not g(f(g(y))) = g(y). */
const filling: RuleData = {
  op: "first",
  from: ["spec.r", { op: "map", path: "spec.u", table: { a: "x", b: "y" } }],
  to: "spec.r",
  default: "x",
};

const keys = [
  "a",
  "b",
  "k",
  "t",
  "x",
  "y",
  "z",
  "w",
  "name",
  "quantity",
  "items",
  "list",
  "__proto__",
];
const scalars = [
  null,
  true,
  false,
  0,
  1,
  2,
  "",
  "a",
  "x",
  "y",
  "1",
  "1.5s",
  "300s",
  "a:1",
  "b:2:3",
  2n ** 60n,
];

const scalar = fc.constantFrom<JsonValue>(...scalars);
const { anything } = fc.letrec<{ anything: JsonValue; map: JsonObject }>((tie) => ({
  anything: fc.oneof(
    { maxDepth: 4, depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("anything"), { maxLength: 3 }),
    tie("map"),
    fc.array(
      fc.record(
        { name: fc.constantFrom("a", "b"), k: scalar, quantity: scalar },
        { requiredKeys: ["name"] },
      ),
      { maxLength: 3 },
    ),
  ),
  map: fc.dictionary(fc.constantFrom(...keys), tie("anything"), { maxKeys: 3 }),
}));

const specKeys =
  "a b c d k n gone v f g m p q o t seconds i map list names counts w l s hostPort host port r u".split(
    " ",
  );
const mapOf = (names: readonly string[]): fc.Arbitrary<JsonObject> =>
  fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 6 });
const body: fc.Arbitrary<JsonObject> = fc.record(
  {
    spec: fc.oneof({ weight: 9, arbitrary: mapOf(specKeys) }, { weight: 1, arbitrary: anything }),
    status: mapOf(["x", "y", "z"]),
    z: mapOf(["w", "z"]),
    items: anything,
    values: anything,
    keyed: anything,
  },
  { requiredKeys: [] },
);
const lens = fc
  .subarray([...pool], { minLength: 1 })
  .map((rules): LensData => ({ from: "v1", to: "v2", rules }));

const lossless = fc
  .subarray([...pool, filling], { minLength: 1 })
  .map((rules): LensData => ({ from: "v1", to: "v2", rules }));

const kind = { group: "example.com", schemaOf: () => undefined };
const runOf = (): Run => runFor({ name: undefined, namespace: undefined }, new Growth());

function convert(edge: VersionEdge, way: "forward" | "backward", from: Conversion): Conversion {
  const source: Convertible = {
    labels: {},
    annotations: {},
    ...from,
    name: undefined,
    namespace: undefined,
  };
  const result = edge[way](deepFreeze(source), new Growth());
  if (!result.ok || result instanceof Promise) throw new Error(JSON.stringify(result));
  const { remarks: _, ...conversion } = result.value;
  return conversion;
}

/** False where a small text asks for a large one: that fails the review. */
function canConvert(edge: VersionEdge, body: JsonObject): boolean {
  const source = { body, labels: {}, annotations: {}, name: undefined, namespace: undefined };
  return edge.backward(source, new Growth()).ok;
}

const runs = { numRuns: Number(process.env["RUNS"] ?? 3000) };

describe("a lens of any rules, on any body", () => {
  test.each(["forward", "backward"] as const)(
    "%s: what is not marked as residual comes back",
    (way) => {
      fc.assert(
        fc.property(lens, body, (data, object) => {
          const { compiled } = lensEngine(kind, data);
          const [there, back] =
            way === "forward"
              ? [compiled.forward, compiled.backward]
              : [compiled.backward, compiled.forward];
          const run = runOf();
          const image = there(deepFreeze(object), run);
          if (image === unreadable || !isObject(image) || run.residual) return;
          const wanted = way === "forward" ? withoutGone(object, data) : object;
          expect(equal(wanted, asValue(back(image, runOf())))).toBe(true);
        }),
        runs,
      );
    },
  );

  test.each(["forward", "backward"] as const)("%s: Q", (way) => {
    fc.assert(
      fc.property(lens, body, (data, object) => {
        const { compiled } = lensEngine(kind, data);
        const [there, back] =
          way === "forward"
            ? [compiled.forward, compiled.backward]
            : [compiled.backward, compiled.forward];
        const image = asValue(there(object, runOf()));
        const again = asValue(there(asValue(back(image, runOf())), runOf()));
        expect(again).toEqual(image);
      }),
      runs,
    );
  });

  test("L1: comes back whole", () => {
    fc.assert(
      fc.property(lossless, body, (data, object) => {
        const edge = lensEdge(kind, data);
        const home = convert(edge, "backward", convert(edge, "forward", { body: object }));
        expect(equal(home.body, withoutGone(object, data))).toBe(true);
        expect(home.annotations).toEqual({});
      }),
      runs,
    );
  });

  test("L2, L3: edits win and the rest comes back", () => {
    fc.assert(
      fc.property(lossless, body, body, (data, object, edited) => {
        const edge = lensEdge(kind, data);
        const down = convert(edge, "forward", { body: object });
        const mixed: JsonObject = { ...down.body, ...edited };
        if (!canConvert(edge, mixed)) return;
        const up = convert(edge, "backward", { ...down, body: mixed });
        const downAgain = convert(edge, "forward", up);
        expect(downAgain.body).toEqual(mixed);
        const upAgain = convert(edge, "backward", downAgain);
        expect(upAgain).toEqual(up);
      }),
      runs,
    );
  });
});

function withoutGone(object: JsonObject, { rules }: LensData): JsonObject {
  const { spec } = object;
  if (!isObject(spec) || !rules.some(({ op }) => op === "drop")) return object;
  const { gone: _, ...rest } = spec;
  return { ...object, spec: rest };
}

function asValue(value: JsonValue | undefined | typeof unreadable): JsonValue {
  return value === undefined || value === unreadable ? null : value;
}
