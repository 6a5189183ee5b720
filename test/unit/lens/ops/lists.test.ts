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
  readonly image: unknown;
  readonly returned: unknown;
}

const refused = { image: "unparsable", returned: "unparsable" };
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
      image: [{ name: "a" }, { name: "b", x: 1 }],
      returned: { a: {}, b: { x: 1 } },
    },
    {
      name: "sorted by code points",
      codec: paired,
      from: { "\u{1f600}": 1, "\uffff": 2 },
      image: [
        { name: "\uffff", value: 2 },
        { name: "\u{1f600}", value: 1 },
      ],
      returned: { "\u{1f600}": 1, "\uffff": 2 },
    },
    { name: "empty", codec: spread, from: {}, image: [], returned: {} },
    {
      name: "values in a member of their own",
      codec: paired,
      from: { a: 1, b: null },
      image: [
        { name: "a", value: 1 },
        { name: "b", value: null },
      ],
      returned: { a: 1, b: null },
    },
    {
      name: "__proto__",
      codec: paired,
      from: own("__proto__", 1),
      image: [{ name: "__proto__", value: 1 }],
      returned: own("__proto__", 1),
    },
    {
      name: "an inner op",
      codec: inner,
      from: { a: "90s" },
      image: [{ name: "a", seconds: 90 }],
      returned: { a: "1m30s" },
    },
    {
      name: "an inner op that can't parse the value",
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
  ])("a map: $name", ({ codec, from, image, returned }) => {
    expect(both(codec, "forward", from)).toEqual({ image, returned });
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
      image: { a: {}, b: { x: 1 } },
      returned: [{ name: "a" }, { name: "b", x: 1 }],
    },
    {
      name: "equal keys: the last",
      codec: paired,
      from: [
        { name: "a", value: 1 },
        { name: "a", value: 2 },
      ],
      image: { a: 2 },
      returned: [{ name: "a", value: 2 }],
    },
    {
      name: "no value",
      codec: paired,
      from: [{ name: "a" }, { name: "b", value: 1 }],
      image: { b: 1 },
      returned: [{ name: "b", value: 1 }],
    },
    {
      name: "further members",
      codec: paired,
      from: [{ name: "a", value: 1, x: 1 }],
      image: { a: 1 },
      returned: [{ name: "a", value: 1 }],
    },
    {
      name: "an inner op",
      codec: inner,
      from: [{ name: "a", seconds: 90 }],
      image: { a: "1m30s" },
      returned: [{ name: "a", seconds: 90 }],
    },
    {
      name: "an inner op that can't parse the value",
      codec: inner,
      from: [{ name: "a", seconds: "90" }],
      ...refused,
    },
    { name: "no key", codec: spread, from: [{ x: 1 }], ...refused },
    { name: "a key that is not a string", codec: spread, from: [{ name: 1 }], ...refused },
    { name: "an item that is not a map", codec: spread, from: ["a"], ...refused },
    { name: "a map", codec: spread, from: {}, ...refused },
  ])("a list: $name", ({ codec, from, image, returned }) => {
    expect(both(codec, "backward", from)).toEqual({ image, returned });
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
    expect(run.fault).toMatchObject({ code: "ObjectTooLarge", path });
  });
});

function turned({ forward, backward, ...codec }: ValueCodec): ValueCodec {
  return { ...codec, forward: backward, backward: forward };
}

describe("singleCodec", () => {
  const single = singleCodec({});
  const inner = singleCodec({ inner: durationCodec({ unit: "s" }) });

  test.each<Row & { codec: ValueCodec }>([
    { name: "one", codec: single, from: [{ a: 1 }], image: { a: 1 }, returned: [{ a: 1 }] },
    { name: "one empty", codec: single, from: [[]], image: [], returned: [[]] },
    { name: "none", codec: single, from: [], image: undefined, returned: undefined },
    { name: "null", codec: single, from: [null], image: null, returned: null },
    { name: "two", codec: single, from: [1, 2], ...refused },
    { name: "not a list", codec: single, from: { a: 1 }, ...refused },
    { name: "an inner op", codec: inner, from: ["90s"], image: 90, returned: ["1m30s"] },
    { name: "an inner op that can't parse the value", codec: inner, from: ["soon"], ...refused },
  ])("a list: $name", ({ codec, from, image, returned }) => {
    expect(both(codec, "forward", from)).toEqual({ image, returned });
  });

  test("backward, a value that the inner op can't parse can't be parsed", () => {
    expect(both(inner, "backward", "soon").image).toBe("unparsable");
  });
});
