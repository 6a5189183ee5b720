import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deepFreeze } from "../../lib/json/deep-freeze.ts";
import { equal } from "../../lib/json/equal.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";
import { clampOf } from "../../lib/lens/ops/bounds.ts";
import {
  type JointCodec,
  type Unparsable,
  unparsable,
  type ValueCodec,
} from "../../lib/lens/ops/codec.ts";
import { convertCodec } from "../../lib/lens/ops/convert/codec.ts";
import { countCodec } from "../../lib/lens/ops/count/codec.ts";
import { durationCodec } from "../../lib/lens/ops/duration/codec.ts";
import { entryCodec } from "../../lib/lens/ops/entry/codec.ts";
import { firstCodec } from "../../lib/lens/ops/first/codec.ts";
import { groupCodec } from "../../lib/lens/ops/group/codec.ts";
import { identityCodec } from "../../lib/lens/ops/identity.ts";
import { keyedCodec } from "../../lib/lens/ops/keyed/codec.ts";
import { type ElseWords, mapCodec } from "../../lib/lens/ops/map/codec.ts";
import { partitionCodec } from "../../lib/lens/ops/partition/codec.ts";
import { quantityCodec } from "../../lib/lens/ops/quantity/codec.ts";
import { singleCodec } from "../../lib/lens/ops/single/codec.ts";
import { splitCodec } from "../../lib/lens/ops/split/codec.ts";
import { textCodec } from "../../lib/lens/ops/text/codec.ts";
import { jsonText } from "../../lib/lens/ops/text/json-text.ts";
import { yamlText } from "../../lib/lens/ops/text/yaml-text.ts";
import { variantCodec } from "../../lib/lens/ops/variant/codec.ts";
import { structuralForm } from "../../lib/schema/structural/form.ts";
import { json, mapOf, number, part } from "../support/arbitraries.ts";
import { lensRun } from "../support/lens-run.ts";
import { namesCodec } from "../support/names-codec.ts";
import { tries } from "../support/tries.ts";

type Values = readonly (JsonValue | undefined)[];

/** A codec of one value as one of several: absent and null pass. */
function manyOf(codec: ValueCodec): JointCodec {
  const lifted =
    (one: ValueCodec["forward"]): JointCodec["forward"] =>
    ([value], run) => {
      if (value === undefined || value === null) return [value];
      const answer = one(value, run);
      return answer === unparsable ? answer : [answer];
    };
  const { exactForward, exactBackward } = codec;
  return {
    forward: lifted(codec.forward),
    backward: lifted(codec.backward),
    exactForward,
    exactBackward,
  };
}

const numRuns = tries({ test: 160, deep: 6_000 });

/** A direction as the evaluator runs it: without a value the codec is not called. */
function asked(many: JointCodec["forward"], values: Values | Unparsable): Values | Unparsable {
  if (values === unparsable || isNothing(values)) return values;
  return many(deepFreeze(values), lensRun({ namespace: "own" }));
}

function isNothing(values: Values): boolean {
  return values.every((value) => value === undefined);
}

function same(a: Values | Unparsable, b: Values | Unparsable): boolean {
  if (a === unparsable || b === unparsable) return a === b;
  return a.length === b.length && a.every((value, index) => equal(value, b[index]));
}

/** The value with the keys of all its maps the other way round. */
function turned(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(turned);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, turned(member)] as const)
      .reverse(),
  );
}

/** The op from its other side. */
function inverted(codec: ValueCodec): ValueCodec {
  return {
    forward: codec.backward,
    backward: codec.forward,
    exactForward: codec.exactBackward,
    exactBackward: codec.exactForward,
  };
}

/** An op on maps that loses a member one way, and adds it the other. */
function keyless(key: string): ValueCodec {
  return {
    forward: (value) => {
      if (!isObject(value)) return unparsable;
      const { [key]: _, ...rest } = value;
      return rest;
    },
    backward: (value) => (isObject(value) ? { ...value, [key]: 1 } : unparsable),
    exactForward: false,
    exactBackward: false,
  };
}

const mixed = (own: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> =>
  fc.oneof({ weight: 6, arbitrary: own }, { weight: 1, arbitrary: json });

/** Lists of what an op reads, and of that with a stranger among it. */
const listOf = (item: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> =>
  fc.oneof(fc.array(item, { maxLength: 5 }), fc.array(mixed(item), { maxLength: 5 }));

const word = fc.constantFrom("a", "b", "c", "", "x", "__proto__", "constructor", "name");
const scalar = fc.oneof(word, fc.boolean(), number);
const small = fc.oneof(fc.nat({ max: 3 }), fc.constantFrom<JsonValue>(-1, 1.5, "2", 0));

/** A map with all of these members, and perhaps one more. */
function whole(members: Record<string, fc.Arbitrary<JsonValue>>): fc.Arbitrary<JsonValue> {
  const known: fc.Arbitrary<Record<string, JsonValue>> = fc.record(members);
  return fc.oneof(
    known,
    fc.tuple(known, word).map(([own, more]) => ({ ...own, more })),
  );
}

const enumTable = [
  ["a", "x"],
  ["b", "x"],
  ["c", "b"],
  ["c", "a"],
  [true, "c"],
  [null, "name"],
  ["name", { a: 1, b: 2 }],
  [1, ""],
  ["d", "x"],
  ["d", "y"],
] as const;
const enumWord = fc.constantFrom<JsonValue>(..."abcdxy", "Other", "Unknown", true, "name", 1, "", {
  b: 2,
  a: 1,
});

const clampFor = (schema: JsonObject) =>
  clampOf({ clamp: true }, structuralForm({ type: "integer", ...schema }));
/** Bounds that overlap, and that do not. */
const clampCases: readonly { readonly from: JsonObject; readonly to: JsonObject }[] = [
  { from: {}, to: { minimum: 0, maximum: 9 } },
  { from: { minimum: -3, maximum: 3 }, to: { minimum: 0, maximum: 9 } },
  { from: { minimum: 0, maximum: 5 }, to: { minimum: 10, maximum: 20 } },
];

/** Those of a well-behaved rule, and those that the compiler refuses. */
const elseCases: readonly ElseWords[] = [
  { second: "x" },
  { first: "y" },
  { second: "Other" },
  { second: "Other", first: "Unknown" },
  { second: "same", first: "same" },
  { second: "same" },
  { second: "same", first: "d" },
  { second: "d", first: "a" },
];

const digits = fc.oneof(
  fc.nat({ max: 2000 }).map(String),
  fc.constantFrom("0", "007", "9223372036854775807", "9223372036854775808", "1024"),
);
const decimal = fc
  .tuple(digits, fc.constantFrom("", "", ".", ".5", ".000000001"))
  .map((parts) => parts.join(""));
const sign = fc.constantFrom("", "", "-", "+");
const amounts = fc.array(
  fc.tuple(decimal, fc.constantFrom("ns", "us", "\u00b5s", "ms", "s", "m", "h")),
  { minLength: 1, maxLength: 3 },
);
const durationText = fc.oneof(
  fc.tuple(sign, amounts).map(([minus, parts]) => minus + parts.flat().join("")),
  fc.constantFrom("0", "", "1", "1d", ".s", "1h 1m", "2562047h47m16.9s", "-2562047h47m16.9s"),
);
const suffix = fc.constantFrom("", "n", "m", "k", "M", "E", "Ki", "Mi", "Ei", "e3", "E-12", "K");
const quantityText = fc.tuple(sign, decimal, suffix).map((parts) => parts.join(""));
const numberText = fc.oneof(
  number.map(String),
  fc.constantFrom("007", "1e3", "1.0", "-0", "true", "false", "9223372036854775808"),
);

const keyedItem = fc.oneof(whole({ name: word, value: scalar }), part({ name: word }));
const portion = fc.oneof(
  whole({ name: word, quantity: fc.nat({ max: 3 }) }),
  part({ name: word, quantity: small }),
);
const named = fc.oneof(fc.record({ name: scalar }), part({ name: scalar }));
const apiVersion = fc.constantFrom(
  "v1",
  "apps/v1",
  "apps/v1beta1",
  "other/v1",
  "apps/",
  "",
  "a/b/c",
);
const group = fc.constantFrom("", "apps", "other", "a/b");
const tagged = part({
  type: fc.constantFrom<JsonValue>("Http", "Tcp", "None", "Other", 1, null),
  http: fc.oneof(small, fc.constant(null)),
  tcp: part({
    port: small,
    type: fc.constantFrom<JsonValue>("Http", "None"),
    mode: fc.constant("none"),
  }),
  mode: fc.constantFrom("none", "some"),
});
const inText = fc.oneof(
  json.map(stringify),
  json.map((value) => yamlText.print(value)),
  fc.constantFrom("", "{}", "a: 1 # one\nb: [1, 0x1F, .5, 1e3]", "&a [*a]", "- &a {x: 1}\n- *a"),
  fc.constantFrom("a: 1\na: 2", "1: x", "~", "a: .inf", "=", "!!set {a}", "--- 1\n--- 2", "a:\tb"),
  fc.constantFrom("- |\n  two\n  lines\n", "? a\n", '{"b":1,"a":2}', " [1.0, 1e2, -0.0] ", "'"),
);
/** Texts and keys that YAML could take for something else, some too long for a key on a line. */
const delicateText = fc
  .tuple(
    fc.array(
      fc.constantFrom(
        ..."\n\r\t :#-?[]{}&*!|>'\"%@`,.=~a1\\\0",
        "\u0085",
        "\u2028",
        "\ufeff",
        "---",
      ),
      { maxLength: 10 },
    ),
    fc.constantFrom("", "", "k".repeat(1100)),
  )
  .map(([pieces, rest]) => pieces.join("") + rest);
const delicate: fc.Arbitrary<JsonValue> = fc.oneof(
  delicateText,
  fc.array(delicateText, { maxLength: 4 }),
  fc.dictionary(delicateText, fc.oneof(delicateText, fc.array(delicateText, { maxLength: 2 })), {
    maxKeys: 3,
  }),
);
const lineText = fc
  .array(fc.constantFrom(":", "a", "1", "[::1]", "80", "//", "-", "http"), { maxLength: 5 })
  .map((pieces) => pieces.join(""));
const url = fc.tuple(lineText, lineText, lineText).map(([a, b, c]) => `-${a}://${b}:${c}-`);

interface OneCase {
  readonly name: string;
  readonly codec: ValueCodec;
  readonly there: fc.Arbitrary<JsonValue>;
  readonly back: fc.Arbitrary<JsonValue>;
}

const scalarOps: readonly OneCase[] = [
  { name: "map", codec: mapCodec({ table: enumTable }), there: enumWord, back: enumWord },
  {
    name: "map with backTo",
    codec: mapCodec({ table: enumTable, backTo: "b" }),
    there: enumWord,
    back: enumWord,
  },
  ...elseCases.map((otherwise) => ({
    name: `map with else ${JSON.stringify(otherwise)}`,
    codec: mapCodec({ table: enumTable, else: otherwise }),
    there: enumWord,
    back: enumWord,
  })),
  {
    name: "map of booleans",
    codec: mapCodec({
      table: [
        [true, false],
        [false, true],
      ],
    }),
    there: fc.oneof(fc.boolean(), scalar),
    back: fc.oneof(fc.boolean(), scalar),
  },
  ...(["zero", "up", "nearest"] as const).map((round) => ({
    name: `duration, ${round}`,
    codec: durationCodec({ unit: round === "up" ? "h" : "s", round }),
    there: durationText,
    back: fc.oneof(number, fc.integer()),
  })),
  ...["", "m", "n", "Mi", "Ei", "E"].map((scale) => ({
    name: `quantity in '${scale}'`,
    codec: quantityCodec({ scale }),
    there: fc.oneof(quantityText, number),
    back: number,
  })),
  ...(["integer", "number", "boolean", "string"] as const).map((to) => ({
    name: `convert to ${to}`,
    codec: convertCodec({ types: ["string", to] }),
    there: numberText,
    back: scalar,
  })),
  {
    name: "convert integer to number",
    codec: convertCodec({ types: ["integer", "number"] }),
    there: number,
    back: number,
  },
  ...clampCases.map(({ from, to }) => ({
    name: `convert integers, from ${JSON.stringify(from)} to ${JSON.stringify(to)}`,
    codec: convertCodec({
      types: ["integer", "integer"],
      clamps: { from: clampFor(from), to: clampFor(to) },
    }),
    there: number,
    back: number,
  })),
  {
    name: "convert with clamp",
    codec: convertCodec({
      types: ["string", "integer"],
      clamps: { from: clampFor({}), to: clampFor({ minimum: 1, maximum: 99 }) },
    }),
    there: numberText,
    back: number,
  },
  {
    name: "duration with clamp",
    codec: durationCodec({ unit: "s" }, clampFor({ minimum: 0, format: "int32" })),
    there: durationText,
    back: fc.oneof(number, fc.integer()),
  },
  {
    name: "quantity with clamp",
    codec: quantityCodec({ scale: "Ki" }, clampFor({ minimum: 5, maximum: 70 })),
    there: quantityText,
    back: fc.oneof(number, fc.integer()),
  },
  { name: "text in JSON", codec: textCodec(jsonText), there: inText, back: json },
  {
    name: "text in YAML",
    codec: textCodec(yamlText),
    there: fc.oneof(inText, delicate.map(yamlText.print)),
    back: fc.oneof(json, delicate),
  },
];

const containerOps: readonly OneCase[] = [
  {
    name: "keyed",
    codec: keyedCodec({ key: "name" }),
    there: mapOf(fc.oneof(fc.record({ x: scalar }), part({ name: word }))),
    back: listOf(keyedItem),
  },
  {
    name: "keyed with value",
    codec: keyedCodec({ key: "name", value: "value" }),
    there: mapOf(json),
    back: listOf(keyedItem),
  },
  {
    name: "keyed inside",
    codec: keyedCodec({ key: "name", inside: true }),
    there: mapOf(part({ name: fc.oneof(word, fc.constant("")), x: scalar })),
    back: listOf(part({ name: fc.oneof(word, fc.constant("")), x: scalar })),
  },
  {
    name: "keyed with an inner op",
    codec: keyedCodec({ key: "name", value: "value", inner: durationCodec({ unit: "s" }) }),
    there: mapOf(durationText),
    back: listOf(whole({ name: word, value: small })),
  },
  { name: "count", codec: countCodec({ limit: 12 }), there: listOf(word), back: listOf(portion) },
  {
    name: "single",
    codec: singleCodec({}),
    there: fc.oneof(fc.tuple(json), listOf(scalar)),
    back: scalar,
  },
  {
    name: "single with an inner op",
    codec: singleCodec({ inner: singleCodec({}) }),
    there: fc.oneof(fc.tuple(fc.tuple(json)), fc.tuple(listOf(scalar))),
    back: scalar,
  },
  {
    name: "single with an inner op that makes null",
    codec: singleCodec({ inner: inverted(textCodec(jsonText)) }),
    there: fc.tuple(json),
    back: inText,
  },
  {
    name: "variant",
    codec: variantCodec({
      tag: "type",
      cases: {
        Http: { where: { http: { present: true } } },
        Tcp: { where: { "tcp.port": { present: true }, http: { present: false }, mode: "some" } },
        None: { where: { mode: "none" } },
      },
    }),
    there: tagged,
    back: tagged,
  },
  {
    name: "variant with inner ops",
    codec: variantCodec({
      tag: "tcp.type",
      cases: {
        Http: { where: { http: { present: true } }, inner: keyless("tcp") },
        None: { where: { "tcp.mode": "none" }, inner: keyless("mode") },
      },
    }),
    there: tagged,
    back: tagged,
  },
  {
    name: "group",
    codec: groupCodec({ versions: { apps: "v1" }, version: "v2" }),
    there: apiVersion,
    back: group,
  },
];

interface Case {
  readonly name: string;
  readonly codec: JointCodec;
  readonly there: readonly fc.Arbitrary<JsonValue>[];
  readonly back: readonly fc.Arbitrary<JsonValue>[];
}

const jointOps: readonly Case[] = [
  {
    name: "first",
    codec: firstCodec({ sources: [namesCodec, identityCodec], backTo: 1 }),
    there: [listOf(scalar), listOf(named)],
    back: [listOf(named)],
  },
  {
    name: "first whose chosen source can't represent every value",
    codec: firstCodec({
      sources: [namesCodec, singleCodec({}), countCodec({}), identityCodec],
    }),
    there: [listOf(scalar), listOf(portion), listOf(word), listOf(scalar)],
    back: [listOf(fc.oneof(named, portion))],
  },
  {
    name: "first whose chosen source loses something",
    codec: firstCodec({ sources: [countCodec({}), identityCodec] }),
    there: [listOf(word), listOf(portion)],
    back: [listOf(portion)],
  },
  {
    name: "first whose value is written to all sources",
    codec: firstCodec({
      sources: [durationCodec({ unit: "s" }), durationCodec({ unit: "m" }), identityCodec],
      backTo: "all",
    }),
    there: [durationText, durationText, fc.oneof(durationText, number)],
    back: [number],
  },
  {
    name: "first of lossy sources",
    codec: firstCodec({
      sources: [durationCodec({ unit: "s" }), convertCodec({ types: ["string", "integer"] })],
      backTo: 1,
    }),
    there: [durationText, numberText],
    back: [number],
  },
  {
    name: "partition",
    codec: partitionCodec({ test: { member: "name", in: ["a", "b"] } }),
    there: [listOf(part({ name: word }))],
    back: [listOf(part({ name: word })), listOf(part({ name: word }))],
  },
  {
    name: "split",
    codec: splitCodec({ template: "{host}:{port}" }),
    there: [lineText],
    back: [lineText, lineText],
  },
  {
    name: "split in three",
    codec: splitCodec({ template: "-{scheme}://{host}:{port}-" }),
    there: [url],
    back: [lineText, lineText, lineText],
  },
  {
    name: "entry",
    codec: entryCodec({ names: ["a", "b", "__proto__"] }),
    there: [json, json, json],
    back: [listOf(keyedItem)],
  },
  {
    name: "entry that fills",
    codec: entryCodec({ names: ["a", "b"], members: { a: { required: true } }, always: ["a"] }),
    there: [json, json],
    back: [listOf(keyedItem)],
  },
];

const cases: readonly Case[] = [
  ...[...scalarOps, ...containerOps].map(({ name, codec, there, back }) => ({
    name,
    codec: manyOf(codec),
    there: [there],
    back: [back],
  })),
  ...jointOps,
];

const directions = cases.flatMap(({ name, codec, there, back }) => {
  const { forward, backward, exactForward, exactBackward } = codec;
  return [
    { name: `${name}, forward`, go: forward, inverse: backward, exact: exactForward, from: there },
    { name: `${name}, backward`, go: backward, inverse: forward, exact: exactBackward, from: back },
  ];
});

/** Values of which some may be absent or null, but not all absent. */
function valuesOf(arbitraries: readonly fc.Arbitrary<JsonValue>[]): fc.Arbitrary<Values> {
  const each = arbitraries.map((arbitrary) =>
    fc.option(mixed(arbitrary), { nil: undefined, freq: 8 }),
  );
  return fc.tuple(...each).filter((values) => !isNothing(values));
}

/** The YAML library takes its time. */
function runsOf(name: string): number {
  return name.startsWith("text in YAML") ? numRuns / 4 : numRuns;
}

describe("every op", () => {
  test.each(directions)(
    "$name: converting the result there and back again gives the same result",
    ({ name, go, inverse, exact, from }) => {
      fc.assert(
        fc.property(valuesOf(from), (values) => {
          const said = asked(go, values);
          const returned = asked(inverse, said);
          expect(same(asked(go, returned), said)).toBe(true);
          const isExact = said === unparsable || same(returned, values);
          expect(isExact || !exact).toBe(true);
        }),
        { numRuns: runsOf(name) },
      );
    },
  );

  test.each(directions)("$name: the order of keys changes nothing", ({ go, from }) => {
    fc.assert(
      fc.property(valuesOf(from), (values) => {
        const other = values.map((value) => (value === undefined ? value : turned(value)));
        expect(same(asked(go, values), asked(go, other))).toBe(true);
      }),
      { numRuns: tries({ test: 300, deep: 6_000 }) },
    );
  });
});
