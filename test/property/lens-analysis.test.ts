import fc from "fast-check";
import { expect, test } from "vitest";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../lib/json/value.ts";
import { analyzeLens } from "../../lib/lens/check/analyze-lens.ts";
import { lensEdge } from "../../lib/lens/edge/edge.ts";
import type { LensData, RuleData } from "../../lib/lens/language/rule.ts";
import { narrowedPaths } from "../../lib/lens/ops/analysis/narrowed-paths.ts";
import { strategyAdvice } from "../../lib/lens/suggest/strategy-advice.ts";
import { suggestLens } from "../../lib/lens/suggest/suggest-lens.ts";
import { applyDefaults } from "../../lib/schema/defaulting/apply-defaults.ts";
import { structuralForm } from "../../lib/schema/structural/form.ts";
import { validBody } from "../../lib/verify/arbitrary-object.ts";
import { isValidBody } from "../../lib/verify/body-schema.ts";
import { allowance } from "../support/allowance.ts";
import { samples } from "../support/random-schemas.ts";
import { tries } from "../support/tries.ts";

const runs = { numRuns: tries({ test: 160, deep: 3_000 }) };

const path = fc.constantFrom(
  ".",
  "spec",
  "spec.a",
  "spec.b",
  "spec.c-d",
  "spec.a.b",
  "spec.a[*]",
  "spec.a[*].b",
  "spec.b{}",
  "spec.b{}.a",
  'spec["__proto__"]',
  "metadata.labels.a",
  'metadata.annotations["a/b"]',
  "metadata.annotations",
  "metadata.name",
  "nowhere",
  "spec..a",
);
const value = fc.constantFrom<JsonValue>("x", 1, true, null, {}, [], "1s");
const pair = { from: path, to: path };
const inverted = fc.option(fc.boolean(), { nil: undefined });

function some(record: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<RuleData> {
  return fc.record(record).map((rule) => {
    const given = Object.entries(rule).filter(([, member]) => member !== undefined);
    return Object.fromEntries(given) as unknown as RuleData;
  });
}

function op(name: string): fc.Arbitrary<string> {
  return fc.constant(name);
}

const opposites: readonly (readonly [boolean, boolean])[] = [
  [true, false],
  [false, true],
];

const fill = fc.oneof(
  fc.record({ value, returns: fc.constantFrom(undefined, true) }),
  fc.record({ read: fc.constantFrom("spec.a", "$.metadata.name", "$.kind", "[*]") }),
);
const omit = fc.oneof(
  fc.record({ equals: value }),
  fc.constant({ where: { a: 1, "b[*]": { present: true } } }),
);
const absence = {
  fill: fc.option(fc.record({ from: fill, to: fill }, { requiredKeys: [] }), { nil: undefined }),
  omit: fc.option(fc.record({ from: omit, to: omit }, { requiredKeys: [] }), { nil: undefined }),
};

const { rule } = fc.letrec<{ rule: RuleData; rules: RuleData[] }>((tie) => ({
  rules: fc.array(tie("rule"), { maxLength: 3 }),
  rule: fc.oneof(
    { maxDepth: 2 },
    some({ op: op("move"), ...pair }),
    some({ op: op("keep"), from: path }),
    some({ op: op("keep"), to: path, beside: path }),
    some({ op: op("drop"), from: path, reason: fc.constantFrom("", "why") }),
    some({ op: op("keep"), to: path, fill: fc.record({ to: fc.record({ value }) }) }),
    some({ op: op("at"), ...pair, ...absence }),
    some({ op: op("move"), ...pair, ...absence }),
    some({ op: op("map"), ...pair, table: fc.constant({ a: "b" }), ...absence }),
    some({ op: op("map"), ...pair, table: fc.constant({ a: "b", b: "b" }), inverted }),
    some({ op: op("map"), ...pair, table: fc.constant(opposites) }),
    some({ op: op("duration"), ...pair, unit: fc.constantFrom("s", "ms"), inverted }),
    some({ op: op("quantity"), ...pair, scale: fc.constantFrom("", "Mi", "?"), inverted }),
    some({ op: op("convert"), ...pair }),
    some({ op: op("keyed"), ...pair, key: fc.constant("a"), inverted, rules: tie("rules") }),
    some({ op: op("count"), ...pair, inverted }),
    some({ op: op("single"), ...pair, inverted, rules: tie("rules") }),
    some({ op: op("first"), from: fc.tuple(path, path), to: path, backTo: fc.nat(2) }),
    some({
      op: op("partition"),
      from: path,
      to: fc.tuple(path, path),
      test: fc.constant({ member: "a" }),
    }),
    some({
      op: op("split"),
      from: path,
      to: fc.record({ a: path, b: path }),
      template: fc.constantFrom("{a}:{b}", "{a}{b}", "{c}"),
    }),
    some({ op: op("entry"), from: fc.record({ a: path, b: path }), to: path }),
    some({
      op: op("variant"),
      ...pair,
      inverted,
      tag: path,
      cases: fc.record({ a: fc.record({ where: fc.constant({ "b.c": 1 }), rules: tie("rules") }) }),
    }),
    some({ op: op("reference"), ...pair, versions: fc.constant({ "": "v1" }), inverted }),
    some({ op: op("text"), ...pair, format: fc.constant("json"), inverted }),
    some({ op: op("include"), ...pair, lens: fc.constantFrom("one", "two", "none") }),
    some({
      op: op("hook"),
      from: fc.array(path),
      to: fc.array(path),
      reads: fc.record({ from: fc.array(path) }),
    }),
    some({ op: op("each"), ...pair, rules: tie("rules"), key: fc.constantFrom(undefined, "id") }),
    fc.tuple(path, path, tie("rules"), fc.constantFrom("{}", "[*]")).map(
      ([from, to, rules, end]): RuleData => ({
        op: "each",
        from: from + end,
        to: to + end,
        rules,
      }),
    ),
    some({ op: op("each"), ...pair, key: fc.constant("type") }),
  ),
}));

const lens: fc.Arbitrary<LensData> = fc.record({
  from: fc.constant("v1"),
  to: fc.constant("v2"),
  rules: fc.array(rule, { maxLength: 6 }),
  lenses: fc.record({
    one: fc.array(rule, { maxLength: 2 }),
    two: fc.array(rule, { maxLength: 2 }),
  }),
});

test("an analysis of any rules over any schemas ends, and has an outcome for every field", () => {
  fc.assert(
    fc.property(lens, samples, samples, (data, one, other) => {
      const schemas = { from: structuralForm(one.schema), to: structuralForm(other.schema) };
      const { faults } = analyzeLens({ from: "v1", to: "v2", schemas }, data);
      for (const { message } of faults) expect(message).not.toContain("undefined");
    }),
    runs,
  );
});

test("drafts and advice can be made for any two schemas", () => {
  fc.assert(
    fc.property(samples, samples, (one, other) => {
      const schemas = { from: structuralForm(one.schema), to: structuralForm(other.schema) };
      const { rules } = suggestLens(schemas.from, schemas.to);
      const data: LensData = { from: "v1", to: "v2", rules };
      const codes = analyzeLens({ from: "v1", to: "v2", schemas }, data).faults.map(
        ({ code }) => code,
      );
      expect(codes.filter((code) => ["E102", "E103", "E110", "E122"].includes(code))).toEqual([]);
      const versions = [
        { name: "v1", served: true, schema: one.schema },
        { name: "v2", served: true, schema: other.schema },
      ];
      expect(strategyAdvice({ versions })).toHaveLength(1);
    }),
    runs,
  );
});

/** Names of fields and of words that are alike or only look so. */
const names = fc.constantFrom(
  ...["role", "Role", "roles", "roleName", "rule", "rules", "ro", "rw", "read", "read-only"],
  ...[
    "ReadOnly",
    "readWrite",
    "timeout",
    "timeoutSeconds",
    "timeout_ms",
    "timeouts",
    "none",
    "None",
  ],
  ...["never", "always", "enableX", "disableX", "name", "namespace", "secret", "secretName"],
);
const namedField = fc.oneof(
  fc.constant<JsonObject>({ type: "string" }),
  fc.constant<JsonObject>({ type: "integer" }),
  fc.constant<JsonObject>({ type: "boolean" }),
  fc
    .uniqueArray(names, { minLength: 1, maxLength: 4 })
    .map((words): JsonObject => ({ type: "string", enum: words, default: words[0] ?? "" })),
);
const members = fc.dictionary(names, namedField, { maxKeys: 4 });
const nested = fc
  .dictionary(names, fc.oneof(namedField, members.map(mapWith)), { maxKeys: 4 })
  .map((spec) => structuralForm(mapWith({ spec: mapWith(spec) })));

function mapWith(properties: JsonObject): JsonObject {
  return { type: "object", properties };
}

/** The words of a path or of a word, in lower case and the singular, without what a name may gain or lose. */
function wordsIn(text: string): string {
  return text
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/^(?:enable|disable)$/, "able").replace(/s$/, ""))
    .filter((word) => !["name", "second", "m"].includes(word))
    .join("");
}

test("a draft pairs only fields with the same words, and no word with another", () => {
  fc.assert(
    fc.property(nested, nested, (from, to) => {
      for (const rule of suggestLens(from, to).rules) {
        // A split joins the names of its parts, which stand on one side as a map.
        if (rule.op === "split") continue;
        const [one, other] = [rule.from, rule.to].map((path) => wordsIn(lastName(String(path))));
        // The path of one may have another map in it, and one name may be the end of the other.
        expect(one?.includes(other ?? "") || other?.includes(one ?? "")).toBe(true);
        // Pairs are of booleans, for a name that says the opposite.
        const words = "table" in rule && !isArray(rule.table) ? rule.table : {};
        for (const [word, image] of Object.entries(words)) {
          if (image !== "?") expect(plainWord(String(image))).toBe(plainWord(word));
        }
      }
    }),
    runs,
  );
});

function lastName(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

function plainWord(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z]/g, "");
}

const bounds = [
  ["required"],
  ["minimum", "maximum", "minLength", "maxLength", "maxItems"],
  ["pattern", "format"],
  ["enum"],
  ["x-kubernetes-list-type", "x-kubernetes-list-map-keys"],
];

/** The schema without some of its bounds, at every depth. */
function loosened(schema: JsonValue, without: readonly string[]): JsonValue {
  if (isArray(schema)) return schema.map((part) => loosened(part, without));
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => !without.includes(key));
  return Object.fromEntries(kept.map(([key, part]) => [key, loosened(part, without)]));
}

test("a schema with more bounds refuses nothing of the schema without them, and accepts its bodies", () => {
  fc.assert(
    fc.property(samples, fc.subarray(bounds), fc.nat(), ({ schema }, without, seed) => {
      const narrow = structuralForm(schema);
      const loose = loosened(schema, without.flat());
      const wide = structuralForm(isObject(loose) ? loose : {});
      expect(narrowedPaths(narrow, wide)).toEqual([]);
      for (const body of fc.sample(validBody(narrow), { seed, numRuns: 3 })) {
        expect(isValidBody(body, wide)).toBe(true);
      }
    }),
    runs,
  );
});

test("if a schema refuses a body, it is found to refuse something of the body's own schema", () => {
  fc.assert(
    fc.property(samples, fc.subarray(bounds), fc.nat(), ({ schema }, without, seed) => {
      const narrow = structuralForm(schema);
      const loose = loosened(schema, without.flat());
      const wide = structuralForm(isObject(loose) ? loose : {});
      for (const body of fc.sample(validBody(wide), { seed, numRuns: 3 })) {
        const isTaken = isValidBody(applyDefaults(body, narrow), narrow);
        expect(narrowedPaths(wide, narrow).length > 0 || isTaken).toBe(true);
      }
    }),
    runs,
  );
});

/** Fields by rule: what the rule needs of either version, so that the compiler has nothing to say against it. */
interface Piece {
  readonly rules: readonly RuleData[];
  readonly from: JsonObject;
  readonly to: JsonObject;
}

const text: JsonObject = { type: "string" };
const integer: JsonObject = { type: "integer" };
const scalars: readonly JsonObject[] = [
  text,
  integer,
  { type: "boolean" },
  { type: "number", nullable: true },
];
const words = (...allowed: readonly string[]): JsonObject => ({ type: "string", enum: allowed });
const listOf = (items: JsonObject): JsonObject => ({ type: "array", items });
const named: JsonObject = { type: "object", required: ["name"], properties: { name: text } };

const pieces: fc.Arbitrary<Piece> = fc.constantFrom<Piece>(
  {
    rules: [{ op: "move", from: "spec.a", to: "spec.b" }],
    from: { a: listOf(named) },
    to: { b: listOf(named) },
  },
  { rules: [{ op: "keep", from: "spec.k" }], from: { k: text }, to: {} },
  {
    rules: [{ op: "drop", from: "spec.gone", reason: "never read" }],
    from: { gone: text },
    to: {},
  },
  {
    rules: [{ op: "keep", to: "spec.v", fill: { to: { value: 1 } } }],
    from: {},
    to: { v: integer },
  },
  {
    rules: [{ op: "at", from: "spec.f", to: "spec.f", fill: { to: { value: "x" } } }],
    from: { f: text },
    to: { f: text },
  },
  {
    rules: [{ op: "map", from: "spec.m", to: "spec.m", table: { a: "x", b: "x", y: "z" } }],
    from: { m: words("a", "b", "y") },
    to: { m: words("x", "z") },
  },
  {
    rules: [{ op: "map", from: "spec.p", to: "spec.q", table: opposites }],
    from: { p: { type: "boolean" } },
    to: { q: { type: "boolean" } },
  },
  {
    rules: [{ op: "at", from: "spec.o", to: "spec.o", fill: { from: { value: false } } }],
    from: { o: { type: "boolean" } },
    to: { o: { type: "boolean" } },
  },
  {
    rules: [{ op: "duration", from: "spec.t", to: "spec.seconds", unit: "s" }],
    from: { t: text },
    to: { seconds: integer },
  },
  {
    rules: [{ op: "convert", from: "spec.i", to: "spec.i" }],
    from: { i: text },
    to: { i: integer },
  },
  {
    rules: [{ op: "keyed", from: "spec.map", to: "spec.list", key: "name", value: "value" }],
    from: { map: { type: "object", additionalProperties: text } },
    to: {
      list: listOf({ type: "object", required: ["name"], properties: { name: text, value: text } }),
    },
  },
  {
    rules: [
      { op: "each", from: "spec.w", to: "spec.w", rules: [{ op: "move", from: ".", to: "name" }] },
    ],
    from: { w: listOf(text) },
    to: { w: listOf(named) },
  },
  {
    rules: [{ op: "single", from: "spec.l", to: "spec.s" }],
    from: { l: listOf(named) },
    to: { s: named },
  },
  {
    rules: [
      {
        op: "split",
        from: "spec.hostPort",
        to: { host: "spec.host", port: "spec.port" },
        template: "{host}:{port}",
      },
    ],
    from: { hostPort: text },
    to: { host: text, port: text },
  },
  {
    rules: [
      { op: "each", from: "spec.items", to: "spec.items", rules: [{ op: "keep", from: "note" }] },
    ],
    from: {
      items: listOf({ type: "object", required: ["name"], properties: { name: text, note: text } }),
    },
    to: { items: listOf(named) },
  },
);

test("a lens without errors converts every valid object to a valid object", () => {
  const schemaOf = (properties: JsonObject, required: readonly string[]): JsonObject => ({
    type: "object",
    properties: { spec: { type: "object", properties, ...(required.length > 0 && { required }) } },
  });
  const drawn = fc.record({
    parts: fc.uniqueArray(pieces, { minLength: 1, maxLength: 6 }),
    same: fc.constantFrom(...scalars),
    required: fc.subarray(["a", "b", "f", "m", "q", "p", "o", "same", "s", "l", "w", "host"]),
    others: fc.subarray(["a", "b", "f", "m", "q", "p", "o", "same", "s", "l", "w", "hostPort"]),
    seed: fc.nat(),
  });
  let proved = 0;
  fc.assert(
    fc.property(drawn, ({ parts, same, required, others, seed }) => {
      const own: JsonObject = Object.assign({ same }, ...parts.map(({ from }) => from));
      const image: JsonObject = Object.assign({ same }, ...parts.map(({ to }) => to));
      const raw = {
        v1: schemaOf(
          own,
          required.filter((key) => Object.hasOwn(own, key)),
        ),
        v2: schemaOf(
          image,
          others.filter((key) => Object.hasOwn(image, key)),
        ),
      };
      const schemas = { from: structuralForm(raw.v1), to: structuralForm(raw.v2) };
      const data: LensData = { from: "v1", to: "v2", rules: parts.flatMap(({ rules }) => rules) };
      const { faults } = analyzeLens({ from: "v1", to: "v2", schemas }, data);
      fc.pre(faults.every(({ severity }) => severity === "warning"));
      proved++;
      const schemaOfVersion = (version: string) => (version === "v1" ? raw.v1 : raw.v2);
      const edge = lensEdge({ group: "example.com", schemaOf: schemaOfVersion }, data);
      for (const [there, source, target] of [
        [edge.forward, schemas.from, schemas.to],
        [edge.backward, schemas.to, schemas.from],
      ] as const) {
        for (const body of fc.sample(validBody(source), { seed, numRuns: 5 })) {
          const given = { body, labels: {}, annotations: {}, name: "x", namespace: undefined };
          const result = there(given, allowance());
          expect(result.ok && isValidBody(result.value.body, target)).toBe(true);
        }
      }
    }),
    runs,
  );
  expect(proved).toBeGreaterThan(100);
});
