import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../../lib/json/value.ts";
import { unparsable, type ValueCodec } from "../../../../lib/lens/ops/codec.ts";
import { countCodec } from "../../../../lib/lens/ops/count/codec.ts";
import { durationCodec } from "../../../../lib/lens/ops/duration/codec.ts";
import { keyedCodec } from "../../../../lib/lens/ops/keyed/codec.ts";
import { singleCodec } from "../../../../lib/lens/ops/single/codec.ts";
import { both, lensRun } from "../../../support/lens-run.ts";

interface Row {
  readonly name: string;
  readonly from: JsonValue;
  readonly there: unknown;
  readonly home: unknown;
}

const refused = { there: "unparsable", home: "unparsable" };
const huge = [{ name: "ham", quantity: 1e9 }];

/** A map with keys that an object literal cannot have. */
function own(key: string, value: JsonValue): JsonValue {
  return Object.fromEntries([[key, value]]);
}

describe("keyedCodec", () => {
  const spread = keyedCodec({ key: "name" });
  const paired = keyedCodec({ key: "name", value: "value" });
  const inner = keyedCodec({ key: "name", value: "seconds", inner: durationCodec({ unit: "s" }) });

  test.each<Row & { codec: ValueCodec }>([
    {
      name: "sorted by key, the key first",
      codec: spread,
      from: { b: { x: 1 }, a: {} },
      there: [{ name: "a" }, { name: "b", x: 1 }],
      home: { a: {}, b: { x: 1 } },
    },
    {
      name: "sorted by code points",
      codec: paired,
      from: { "\u{1f600}": 1, "\uffff": 2 },
      there: [
        { name: "\uffff", value: 2 },
        { name: "\u{1f600}", value: 1 },
      ],
      home: { "\u{1f600}": 1, "\uffff": 2 },
    },
    { name: "empty", codec: spread, from: {}, there: [], home: {} },
    {
      name: "values in a member of their own",
      codec: paired,
      from: { a: 1, b: null },
      there: [
        { name: "a", value: 1 },
        { name: "b", value: null },
      ],
      home: { a: 1, b: null },
    },
    {
      name: "__proto__",
      codec: paired,
      from: own("__proto__", 1),
      there: [{ name: "__proto__", value: 1 }],
      home: own("__proto__", 1),
    },
    {
      name: "an inner op",
      codec: inner,
      from: { a: "90s" },
      there: [{ name: "a", seconds: 90 }],
      home: { a: "1m30s" },
    },
    {
      name: "an inner op that cannot parse the value",
      codec: inner,
      from: { a: "90s", b: "soon" },
      ...refused,
    },
    { name: "a value that is not a map", codec: spread, from: { a: 1 }, ...refused },
    {
      name: "a value with a member that has the name of the key",
      codec: spread,
      from: { a: { name: "b" } },
      ...refused,
    },
    { name: "null among maps", codec: spread, from: { a: null }, ...refused },
    { name: "a list", codec: spread, from: [], ...refused },
  ])("a map: $name", ({ codec, from, there, home }) => {
    expect(both(codec, "forward", from)).toEqual({ there, home });
  });

  test("the key is the first member", () => {
    const list = spread.forward({ a: { x: 1 } }, lensRun());
    expect(JSON.stringify(list)).toBe('[{"name":"a","x":1}]');
  });

  test.each<Row & { codec: ValueCodec }>([
    {
      name: "another order",
      codec: spread,
      from: [{ x: 1, name: "b" }, { name: "a" }],
      there: { a: {}, b: { x: 1 } },
      home: [{ name: "a" }, { name: "b", x: 1 }],
    },
    {
      name: "equal keys: the last",
      codec: paired,
      from: [
        { name: "a", value: 1 },
        { name: "a", value: 2 },
      ],
      there: { a: 2 },
      home: [{ name: "a", value: 2 }],
    },
    {
      name: "no value",
      codec: paired,
      from: [{ name: "a" }, { name: "b", value: 1 }],
      there: { b: 1 },
      home: [{ name: "b", value: 1 }],
    },
    {
      name: "further members",
      codec: paired,
      from: [{ name: "a", value: 1, x: 1 }],
      there: { a: 1 },
      home: [{ name: "a", value: 1 }],
    },
    {
      name: "an inner op",
      codec: inner,
      from: [{ name: "a", seconds: 90 }],
      there: { a: "1m30s" },
      home: [{ name: "a", seconds: 90 }],
    },
    {
      name: "an inner op that cannot parse the value",
      codec: inner,
      from: [{ name: "a", seconds: "90" }],
      ...refused,
    },
    { name: "no key", codec: spread, from: [{ x: 1 }], ...refused },
    { name: "a key that is not a string", codec: spread, from: [{ name: 1 }], ...refused },
    { name: "an item that is not a map", codec: spread, from: ["a"], ...refused },
    { name: "a map", codec: spread, from: {}, ...refused },
  ])("a list: $name", ({ codec, from, there, home }) => {
    expect(both(codec, "backward", from)).toEqual({ there, home });
  });

  test.each<{ name: string; codec: ValueCodec; from: JsonValue; path: string }>([
    {
      name: "an item's",
      codec: keyedCodec({ key: "of", value: "what", inner: countCodec({}) }),
      from: [{ of: "a", what: huge }],
      path: "[0][0].quantity",
    },
    {
      name: "a list's only item's",
      codec: singleCodec({ inner: singleCodec({ inner: turned(countCodec({})) }) }),
      from: [[huge]],
      path: "[0][0][0].quantity",
    },
  ])("a fault in an inner value has its full path: $name", ({ codec, from, path }) => {
    const run = lensRun();
    const direction = path.startsWith("[0][0][0]") ? codec.forward : codec.backward;
    expect(direction(from, run)).toBe(unparsable);
    expect(run.fault).toMatchObject({ path });
  });
});

function turned({ forward, backward, ...codec }: ValueCodec): ValueCodec {
  return { ...codec, forward: backward, backward: forward };
}

describe("singleCodec", () => {
  const single = singleCodec({});
  const inner = singleCodec({ inner: durationCodec({ unit: "s" }) });

  test.each<Row & { codec: ValueCodec }>([
    { name: "one", codec: single, from: [{ a: 1 }], there: { a: 1 }, home: [{ a: 1 }] },
    { name: "one empty", codec: single, from: [[]], there: [], home: [[]] },
    { name: "none", codec: single, from: [], there: undefined, home: undefined },
    { name: "null", codec: single, from: [null], there: null, home: null },
    { name: "two", codec: single, from: [1, 2], ...refused },
    { name: "not a list", codec: single, from: { a: 1 }, ...refused },
    { name: "an inner op", codec: inner, from: ["90s"], there: 90, home: ["1m30s"] },
    { name: "an inner op that cannot parse the value", codec: inner, from: ["soon"], ...refused },
  ])("a list: $name", ({ codec, from, there, home }) => {
    expect(both(codec, "forward", from)).toEqual({ there, home });
  });

  test("backward, a value that the inner op cannot parse cannot be parsed", () => {
    expect(both(inner, "backward", "soon").there).toBe("unparsable");
  });
});
