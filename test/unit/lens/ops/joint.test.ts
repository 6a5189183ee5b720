import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../../lib/json/value.ts";
import type { ItemTest } from "../../../../lib/lens/language/rule.ts";
import { type JointCodec, unparsable, type ValueCodec } from "../../../../lib/lens/ops/codec.ts";
import { countCodec } from "../../../../lib/lens/ops/count/codec.ts";
import { durationCodec } from "../../../../lib/lens/ops/duration/codec.ts";
import { entryCodec } from "../../../../lib/lens/ops/entry/codec.ts";
import { firstCodec } from "../../../../lib/lens/ops/first/codec.ts";
import { identityCodec } from "../../../../lib/lens/ops/identity.ts";
import { partitionCodec } from "../../../../lib/lens/ops/partition/codec.ts";
import { splitCodec } from "../../../../lib/lens/ops/split/codec.ts";
import { lensRun } from "../../../support/lens-run.ts";
import { namesCodec } from "../../../support/names-codec.ts";

type Values = readonly (JsonValue | undefined)[];

function said(codec: JointCodec, direction: "forward" | "backward", values: Values): unknown {
  const answer = codec[direction](values, lensRun());
  return answer === unparsable ? "unparsable" : answer;
}

const none = undefined;

describe("firstCodec", () => {
  const checks = firstCodec({ sources: [namesCodec, identityCodec], backTo: 1 });
  const named = firstCodec({ sources: [namesCodec, identityCodec] });
  const counted = firstCodec({ sources: [countCodec({}), identityCodec] });
  const text = (unit: "s" | "m"): ValueCodec => {
    const { forward, backward, exactForward, exactBackward } = durationCodec({ unit });
    return {
      forward: backward,
      backward: forward,
      exactForward: exactBackward,
      exactBackward: exactForward,
    };
  };
  const both = firstCodec({ sources: [text("s"), identityCodec], backTo: "all" });
  const seconds = firstCodec({ sources: [text("s"), text("s")], backTo: "all" });
  const minutes = firstCodec({ sources: [text("s"), text("m")], backTo: "all" });
  const items = [{ name: "a" }];

  test.each<{ name: string; from: Values; there: unknown }>([
    { name: "the first value", from: [["a"], [{ name: "b" }]], there: [items] },
    { name: "the second value if the first is absent", from: [none, items], there: [items] },
    { name: "null and then the second", from: [null, items], there: [items] },
    { name: "an empty list and then the second", from: [[], items], there: [items] },
    { name: "an empty list alone", from: [[], none], there: [[]] },
    { name: "an empty list and null", from: [null, []], there: [[]] },
    { name: "null alone", from: [null, none], there: [null] },
    { name: "the second after one that cannot be parsed", from: ["a", items], there: [items] },
    { name: "one that cannot be parsed", from: ["a", none], there: "unparsable" },
    { name: "no value from absent sources", from: [none, none], there: [none] },
  ])("takes $name", ({ from, there }) => {
    expect(said(checks, "forward", from)).toEqual(there);
  });

  test.each<{ name: string; codec: JointCodec; from: JsonValue | undefined; there: unknown }>([
    { name: "to the source that home names", codec: checks, from: items, there: [none, items] },
    { name: "through the op of that source", codec: named, from: items, there: [["a"], none] },
    {
      name: "past a source that cannot parse it",
      codec: named,
      from: [{ name: "a", x: 1 }],
      there: [none, [{ name: "a", x: 1 }]],
    },
    {
      name: "past a source that would lose something",
      codec: counted,
      from: [{ name: "a", quantity: 0 }],
      there: [none, [{ name: "a", quantity: 0 }]],
    },
    { name: "to all", codec: both, from: "90s", there: [none, "90s"] },
    { name: "to all, without what is lost", codec: seconds, from: "90.5s", there: [90, 90] },
    { name: "to those that lose nothing", codec: minutes, from: "90s", there: [90, none] },
    { name: "to all: null", codec: seconds, from: null, there: [null, null] },
    {
      name: "to all: a value that none can parse",
      codec: seconds,
      from: "soon",
      there: "unparsable",
    },
    { name: "to the source that home names: empty", codec: named, from: [], there: [[], none] },
    { name: "to the source that home names: null", codec: checks, from: null, there: [none, null] },
    { name: "nowhere: absent", codec: checks, from: none, there: [none, none] },
  ])("converts back $name", ({ codec, from, there }) => {
    expect(said(codec, "backward", [from])).toEqual(there);
  });

  test("a value that no source can parse cannot be parsed", () => {
    expect(said(firstCodec({ sources: [namesCodec] }), "backward", ["a"])).toBe("unparsable");
  });

  test("a value that loses something everywhere goes to the source that home names, and a fault of it counts", () => {
    const codec = firstCodec({ sources: [countCodec({ limit: 3 }), countCodec({ limit: 2 })] });
    expect(said(codec, "backward", [[{ name: "a", quantity: 2, x: 1 }]])).toEqual([
      ["a", "a"],
      none,
    ]);
    const run = lensRun();
    expect(codec.backward([[{ name: "a", quantity: 9 }]], run)).toBe(unparsable);
    expect(run.fault).toMatchObject({ path: "[0].quantity" });
  });
});

describe("partitionCodec", () => {
  const [a, b, c] = [{ t: "a" }, { t: "b" }, { t: "c" }];
  const codec = partitionCodec({ test: { member: "t", in: ["a", "c"] } });

  test.each<{ name: string; list: JsonValue | undefined; there: unknown; home: unknown }>([
    { name: "mixed", list: [a, b, c], there: [[a, c], [b]], home: [[a, c, b]] },
    { name: "all of one kind", list: [a, c], there: [[a, c], none], home: [[a, c]] },
    { name: "all of the other kind", list: [b], there: [none, [b]], home: [[b]] },
    { name: "empty", list: [], there: [[], none], home: [[]] },
    {
      name: "items that are not maps",
      list: [a, 1, null],
      there: [[a], [1, null]],
      home: [[a, 1, null]],
    },
    { name: "null", list: null, there: [null, null], home: [null] },
  ])("a list: $name", ({ list, there, home }) => {
    expect(said(codec, "forward", [list])).toEqual(there);
    expect(said(codec, "backward", there as Values)).toEqual(home);
  });

  test.each<{ name: string; lists: Values; there: unknown }>([
    { name: "items in the wrong list", lists: [[b, a], [c]], there: [[a, c, b]] },
    { name: "one empty", lists: [[a], []], there: [[a]] },
    { name: "both empty", lists: [[], []], there: [[]] },
    { name: "one null", lists: [null, [b]], there: [[b]] },
    { name: "one that is not a list", lists: [[a], "b"], there: "unparsable" },
    { name: "both absent", lists: [none, none], there: [none] },
  ])("two lists: $name", ({ lists, there }) => {
    expect(said(codec, "backward", lists)).toEqual(there);
  });

  test("a value that is not a list cannot be parsed", () => {
    expect(said(codec, "forward", [{}])).toBe("unparsable");
  });

  test.each<{ name: string; by: ItemTest; passed: JsonValue }>([
    { name: "equals", by: { member: "x", equals: 1 }, passed: [{ x: 1 }, { x: 1, y: 1 }] },
    {
      name: "equals, by value",
      by: { member: "x", equals: { a: 1, b: 2 } },
      passed: [{ x: { b: 2, a: 1 } }],
    },
    { name: "present", by: { member: "y", present: true }, passed: [{ x: 1, y: 1 }] },
    {
      name: "both",
      by: { member: "x", equals: 1, present: true },
      passed: [{ x: 1 }, { x: 1, y: 1 }],
    },
  ])("a test may demand $name", ({ by, passed }) => {
    const list = [{ x: 1 }, { x: 1, y: 1 }, { x: { b: 2, a: 1 } }, { y: null }, {}];
    const answer = partitionCodec({ test: by }).forward([list], lensRun());
    expect(answer === unparsable ? answer : answer[0]).toEqual(passed);
  });

  test("a test for absent members", () => {
    const test = { member: "y", present: false };
    const answer = partitionCodec({ test }).forward([[{ y: 1 }, { y: null }, 1]], lensRun());
    expect(answer).toEqual([[{ y: null }, 1], [{ y: 1 }]]);
  });
});

describe("splitCodec", () => {
  const codec = splitCodec({ template: "{host}:{port}" });
  const url = splitCodec({ template: "{scheme}://{host}/{path}?" });

  test.each<{ codec: JointCodec; text: JsonValue; parts: unknown }>([
    { codec, text: "localhost:1234", parts: ["localhost", "1234"] },
    { codec, text: "[::1]:80", parts: ["[::1]", "80"] },
    { codec, text: ":80", parts: ["", "80"] },
    { codec, text: ":", parts: ["", ""] },
    { codec: url, text: "a://b://c/d?", parts: ["a://b", "c", "d"] },
    { codec: url, text: "http://h/a/b?", parts: ["http", "h/a", "b"] },
    { codec, text: null, parts: [null, null] },
  ])("$text and its parts", ({ codec, text, parts }) => {
    expect(said(codec, "forward", [text])).toEqual(parts);
    expect(said(codec, "backward", parts as Values)).toEqual([text]);
  });

  test.each<{ codec: JointCodec; text: JsonValue }>([
    { codec, text: "localhost" },
    { codec, text: "" },
    { codec, text: 80 },
    { codec, text: {} },
    { codec: url, text: "a://b/c" },
    { codec: url, text: "a//b/c?" },
    { codec: splitCodec({ template: "--{a}--" }), text: "---" },
  ])("$text cannot be parsed", ({ codec, text }) => {
    expect(said(codec, "forward", [text])).toBe("unparsable");
  });

  test.each<{ name: string; parts: Values; there: unknown }>([
    { name: "a host alone", parts: ["h", none], there: [none] },
    { name: "a host and a null port", parts: ["h", null], there: [none] },
    { name: "a port with a colon", parts: ["h", "1:2"], there: [none] },
    { name: "a port that is a number", parts: ["h", 80], there: [none] },
    { name: "nothing", parts: [none, none], there: [none] },
  ])("$name", ({ parts, there }) => {
    expect(said(codec, "backward", parts)).toEqual(there);
  });

  test("a malformed template is a programmer's fault", () => {
    expect(() => splitCodec({ template: "{a}{b}" })).toThrow(RangeError);
  });
});

describe("entryCodec", () => {
  const codec = entryCodec({ names: ["cpu", "memory"] });
  const filled = entryCodec({
    names: ["id", "tag"],
    name: "key",
    value: "is",
    members: { id: { required: true } },
    always: ["id"],
  });
  const cpu = { name: "cpu", value: 1 };

  test.each<{ name: string; codec: JointCodec; from: Values; there: unknown; home: unknown }>([
    {
      name: "all there",
      codec,
      from: [1, 2],
      there: [[cpu, { name: "memory", value: 2 }]],
      home: [1, 2],
    },
    { name: "one there", codec, from: [1, none], there: [[cpu]], home: [1, none] },
    {
      name: "null",
      codec,
      from: [null, none],
      there: [[{ name: "cpu", value: null }]],
      home: [null, none],
    },
    { name: "nothing", codec, from: [none, none], there: [none], home: [none, none] },
    {
      name: "further members",
      codec: filled,
      from: ["a", none],
      there: [[{ key: "id", is: "a", required: true }]],
      home: ["a", none],
    },
    {
      name: "a filled item",
      codec: filled,
      from: [none, "b"],
      there: [
        [
          { key: "id", required: true },
          { key: "tag", is: "b" },
        ],
      ],
      home: [none, "b"],
    },
    {
      name: "items of no field come first",
      codec: entryCodec({ names: ["tag"], always: ["id"], members: { id: { required: true } } }),
      from: ["b"],
      there: [
        [
          { name: "id", required: true },
          { name: "tag", value: "b" },
        ],
      ],
      home: ["b"],
    },
    {
      name: "nothing, and so no filled item",
      codec: filled,
      from: [none, none],
      there: [none],
      home: [none, none],
    },
  ])("fields: $name", ({ codec, from, there, home }) => {
    expect(said(codec, "forward", from)).toEqual(there);
    expect(said(codec, "backward", there as Values)).toEqual(home);
  });

  test.each<{ name: string; list: JsonValue; there: unknown }>([
    { name: "an unknown name", list: [cpu, { name: "disk", value: 3 }], there: [1, none] },
    { name: "a name twice: the first", list: [cpu, { name: "cpu", value: 2 }], there: [1, none] },
    { name: "no value", list: [{ name: "cpu" }], there: [none, none] },
    { name: "a prototype's name", list: [{ name: "__proto__", value: 1 }], there: [none, none] },
    { name: "empty", list: [], there: [none, none] },
    { name: "null", list: null, there: [none, none] },
    { name: "an item without name", list: [cpu, { value: 1 }], there: "unparsable" },
    { name: "an item that is not a map", list: ["cpu"], there: "unparsable" },
    { name: "no list", list: {}, there: "unparsable" },
  ])("a list: $name", ({ list, there }) => {
    expect(said(codec, "backward", [list])).toEqual(there);
  });
});
