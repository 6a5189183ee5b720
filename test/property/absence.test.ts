import fc from "fast-check";
import { expect, test } from "vitest";
import type { StringMap } from "../../lib/converter/converter.ts";
import { equal } from "../../lib/json/equal.ts";
import { isObject, type JsonObject } from "../../lib/json/value.ts";
import { lensEdge } from "../../lib/lens/edge/edge.ts";
import type {
  Fill,
  FillBySide,
  FillHook,
  OmitBySide,
  ValueTest,
} from "../../lib/lens/language/absence.ts";
import type { LensData, RuleData } from "../../lib/lens/language/rule.ts";
import { fillFunction } from "../../lib/lens/ops/hook/hook-function.ts";
import { allowance } from "../support/allowance.ts";
import { tries } from "../support/tries.ts";

/** Small values, so that they often meet what a rule fills in or omits. */
const value = fc.constantFrom(0, 1, "", "a", false);

const fill: fc.Arbitrary<Fill> = fc.oneof(
  { weight: 3, arbitrary: value.map((own): Fill => ({ value: own })) },
  value.map((own): Fill => ({ value: own, where: { near: { present: true } } })),
  fc.constant<Fill>({ read: "spec.a.near" }),
  fc.constant<Fill>({ read: "$.metadata.name" }),
  fc.constant<Fill>({ read: '$.metadata.labels["tier"]' }),
  fc.constant<Fill>({ hook: isNear("spec.a.near") }),
);

/** Code that fills in whether a value stands elsewhere; nothing where that is 1. */
function isNear(path: string): FillHook {
  const code = ([near]: readonly unknown[]) => (near === 1 ? undefined : near !== undefined);
  const forward = fillFunction(code);
  return { op: "hook", name: "isNear", from: [path], to: [], forward };
}

const omit: fc.Arbitrary<ValueTest> = fc.oneof(
  value.map((equals) => ({ equals })),
  fc.subarray([0, 1, "", "a"], { minLength: 1 }).map((words) => ({ in: words })),
  fc.constant({ less: 1 }),
);
const modifiers = fc.record(
  {
    fill: fc.record({ from: fill, to: fill }, { requiredKeys: [] }) as fc.Arbitrary<FillBySide>,
    omit: fc.record({ from: omit, to: omit }, { requiredKeys: [] }) as fc.Arbitrary<OmitBySide>,
  },
  { requiredKeys: [] },
);

const plain = fc.constantFrom<RuleData>(
  { op: "at", from: "spec.a.x", to: "spec.a.x" },
  { op: "move", from: "spec.a.x", to: "spec.a.y" },
  { op: "move", from: "spec.a.x", to: "spec.b.x" },
  { op: "keep", from: "spec.a.x" },
  { op: "keep", to: "spec.a.x" },
  {
    op: "map",
    from: "spec.a.x",
    to: "spec.a.x",
    table: [
      [0, 1],
      [1, 0],
      ["", "a"],
      ["a", ""],
    ],
  },
  { op: "first", from: ["spec.a.x", "spec.b.x"], to: "spec.a.y" },
  { op: "first", from: ["spec.a.x", "spec.a.y"], to: "spec.a.x" },
  { op: "convert", from: "spec.a.x", to: "spec.a.x", types: ["integer", "string"] },
);

const rule = fc.tuple(plain, modifiers).map(([own, said]): RuleData => ({ ...own, ...said }));

const holder = fc.record({ x: value, y: value, near: value }, { requiredKeys: [] });
const body: fc.Arbitrary<JsonObject> = fc
  .record({ a: holder, b: holder }, { requiredKeys: [] })
  .map((spec) => ({ spec }));

type Way = "forward" | "backward";

function edgeOf(one: RuleData) {
  const data: LensData = { from: "v1", to: "v2", rules: [one] };
  return lensEdge({ group: "e.com", schemaOf: () => undefined }, data);
}

function converted(
  edge: ReturnType<typeof edgeOf>,
  way: Way,
  { body: own, annotations }: { readonly body: JsonObject; readonly annotations: StringMap },
) {
  const object = { body: own, labels: { tier: "a" }, annotations, name: "a", namespace: "b" };
  const result = edge[way](object, allowance());
  if (!result.ok) throw new Error(result.error.message);
  return { body: result.value.body, annotations: result.value.annotations ?? {} };
}

const runs = { numRuns: tries({ test: 150, deep: 30_000 }) };
const ways = fc.constantFrom<Way>("forward", "backward");
const back = { forward: "backward", backward: "forward" } as const;

test("with any fields filled in and omitted, an object comes back", () => {
  fc.assert(
    fc.property(rule, body, ways, (one, own, way) => {
      const edge = edgeOf(one);
      const there = converted(edge, way, { body: own, annotations: {} });
      expect(converted(edge, back[way], there).body).toEqual(own);
    }),
    runs,
  );
});

test("with any fields filled in and omitted, a repeated conversion gives the same object as the first", () => {
  fc.assert(
    fc.property(rule, body, ways, (one, own, way) => {
      const edge = edgeOf(one);
      const bare = (to: Way, each: JsonObject): JsonObject =>
        converted(edge, to, { body: each, annotations: {} }).body;
      const there = bare(way, own);
      expect(bare(way, bare(back[way], there))).toEqual(there);
    }),
    runs,
  );
});

const made = fc.constantFrom<RuleData>(
  { op: "keep", from: "spec.a.x", fill: { from: { read: "spec.a.near" } } },
  { op: "keep", from: "spec.a.x", fill: { from: { hook: isNear("spec.a.near") } } },
  { op: "move", from: "spec.a.x", to: "spec.a.y", fill: { from: { read: "spec.a.near" } } },
  {
    op: "at",
    from: "spec.a",
    to: "spec.a",
    rules: [{ op: "keep", from: "x", fill: { from: { read: "near" } } }],
  },
  {
    op: "move",
    from: "spec.a",
    to: "spec.c",
    rules: [{ op: "keep", from: "x", fill: { from: { read: "near" } } }],
  },
);

const filled = fc.record({ x: value, near: value }, { requiredKeys: [] });

test("a filled-in value is preserved while the value that it was computed from stays, and dropped when that value changes", () => {
  fc.assert(
    fc.property(made, filled, value, (one, a, near) => {
      const edge = edgeOf(one);
      const there = converted(edge, "forward", { body: { spec: { a } }, annotations: {} });
      const spec = there.body["spec"];
      const [key = ""] = isObject(spec) ? Object.keys(spec) : [];
      const held = isObject(spec) ? spec[key] : undefined;
      const { annotations } = there;
      const edited: JsonObject = { spec: { [key]: { ...(isObject(held) ? held : {}), near } } };
      const back = converted(edge, "backward", { body: edited, annotations }).body;
      const bare = converted(edge, "backward", { body: edited, annotations: {} }).body;
      expect(back).toEqual(equal(a["near"], near) ? { spec: { a } } : bare);
    }),
    runs,
  );
});
