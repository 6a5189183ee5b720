import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";
import type { LensData, RuleData } from "../../lib/lens/language/rule.ts";

/** Rules that claim different paths, so that any choice of them is a lens. */
const rulePool: readonly RuleData[] = [
  { op: "move", from: "spec.a", to: "spec.b" },
  { op: "move", from: "spec.c", to: "spec.d.e" },
  { op: "move", from: "status.x", to: "status.y" },
  { op: "move", from: "status.y", to: "status.x" },
  { op: "move", from: "spec.r1", to: "spec.r2", rules: [{ op: "move", from: "a", to: "x.b" }] },
  { op: "move", from: "spec.r3", to: "spec.r2.x.y" },
  { op: "move", from: "spec.r4", to: "spec.r5" },
  { op: "move", from: "spec.r6", to: "spec.r5.k.z" },
  { op: "keep", from: "spec.k" },
  { op: "keep", to: "spec.n" },
  { op: "drop", from: "spec.gone", reason: "never read" },
  { op: "keep", to: "spec.v", fill: { to: { value: 1 } } },
  { op: "at", from: "spec.f", to: "spec.f", fill: { to: { value: "x" } } },
  { op: "move", from: "spec.g", to: "spec.d.g", fill: { to: { value: true } } },
  { op: "map", from: "spec.m", to: "spec.m", table: { a: "x", b: "x", x: "x", y: "z" } },
  {
    op: "map",
    from: "spec.p",
    to: "spec.q",
    table: [
      [true, false],
      [false, true],
    ],
  },
  { op: "at", from: "spec.o", to: "spec.o", fill: { from: { value: false } } },
  { op: "duration", from: "spec.t", to: "spec.seconds", unit: "s" },
  { op: "convert", from: "spec.i", to: "spec.i", types: ["string", "integer"] },
  { op: "keyed", from: "spec.map", to: "spec.list", key: "name" },
  { op: "count", from: "spec.names", to: "spec.counts" },
  { op: "each", from: "spec.w", to: "spec.w", rules: [{ op: "move", from: ".", to: "name" }] },
  { op: "single", from: "spec.l", to: "spec.s" },
  {
    op: "first",
    from: [{ op: "each", path: "z.w", rules: [{ op: "move", from: ".", to: "name" }] }, "z.z"],
    to: "z.z",
    backTo: 1,
  },
  {
    op: "first",
    from: "q.z",
    to: [{ op: "each", path: "q.w", rules: [{ op: "move", from: "name", to: "." }] }, "q.z"],
    backTo: 1,
  },
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
  { op: "each", from: "values{}", to: "values{}", rules: [{ op: "keep", from: "a" }] },
  {
    op: "each",
    from: "whole",
    to: "whole",
    rules: [
      { op: "move", from: ".", to: "name" },
      { op: "keep", to: "k" },
      { op: "keep", to: "t", fill: { to: { value: 1 } } },
    ],
  },
  {
    op: "each",
    from: "lifted{}",
    to: "lifted{}",
    rules: [
      { op: "move", from: "a.b", to: ".", rules: [{ op: "move", from: "x", to: "y" }] },
      { op: "keep", from: "a.k" },
    ],
  },
  {
    op: "move",
    from: "inner",
    to: "outer",
    rules: [{ op: "move", from: ".", to: "items" }],
  },
  { op: "each", from: "keyed", to: "keyed", key: "name", rules: [{ op: "keep", from: "k" }] },
  { op: "entry", from: { a: "named.a", b: "named.b" }, to: "named.list" },
  {
    op: "entry",
    from: { a: "filled.a", x: "filled.b" },
    to: "filled.list",
    value: "k",
    members: { x: { y: 1 } },
    fill: { to: { value: ["x", "z"] } },
  },
  {
    op: "each",
    from: "some",
    to: "others",
    where: { from: { b: { present: false } }, to: { k: { present: true } } },
    rules: [
      { op: "move", from: "a", to: "k" },
      { op: "keep", from: "t" },
      { op: "duration", from: "x", to: "x", unit: "s" },
    ],
  },
  {
    op: "each",
    from: "lifting",
    to: "lifting",
    where: { from: { a: { present: true } } },
    rules: [
      { op: "move", from: "a", to: "." },
      { op: "keep", from: "k" },
    ],
  },
  {
    op: "each",
    from: "someKeyed",
    to: "someKeyed",
    key: "name",
    where: { to: { k: { in: [1, "a", true] } } },
    rules: [{ op: "keep", to: "quantity" }],
  },
  {
    op: "each",
    from: "someValues{}",
    to: "someValues{}",
    where: { from: { x: { not: "y" } } },
    rules: [{ op: "move", from: "a", to: "b" }],
  },
];

/** With `returns`, the law holds only in the direction that fills in: f(g(f(x))) = f(x), but not g(f(g(y))) = g(y). */
const filling: RuleData = {
  op: "first",
  from: ["spec.r", { op: "map", path: "spec.u", table: { a: "x", b: "y" } }],
  to: "spec.r",
  fill: { to: { value: "x", returns: true } },
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
  "a b c d k n gone v f g m p q o t seconds i map list names counts w l s hostPort host port r u r1 r2 r3 r4 r5 r6".split(
    " ",
  );
const mapOf = (names: readonly string[]): fc.Arbitrary<JsonObject> =>
  fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 6 });
/** A body whose members the rules of {@link rulePool} claim, with values that the rules can parse and others. */
export const lensBody: fc.Arbitrary<JsonObject> = fc.record(
  {
    spec: fc.oneof({ weight: 9, arbitrary: mapOf(specKeys) }, { weight: 1, arbitrary: anything }),
    status: mapOf(["x", "y", "z"]),
    z: mapOf(["w", "z"]),
    items: anything,
    values: anything,
    keyed: anything,
    q: mapOf(["w", "z"]),
    whole: anything,
    lifted: anything,
    inner: anything,
    outer: anything,
    named: mapOf(["a", "b", "list"]),
    filled: mapOf(["a", "b", "list"]),
    some: anything,
    others: anything,
    lifting: anything,
    someKeyed: anything,
    someValues: anything,
  },
  { requiredKeys: [] },
);
/** A lens with any of the rules of {@link rulePool}. */
export const lens: fc.Arbitrary<LensData> = fc
  .subarray([...rulePool], { minLength: 1 })
  .map((rules) => ({ from: "v1", to: "v2", rules }));

/** As {@link lens}, and the rule that fills in a value may be among the rules. */
export const lossless: fc.Arbitrary<LensData> = fc
  .subarray([...rulePool, filling], { minLength: 1 })
  .map((rules) => ({ from: "v1", to: "v2", rules }));
