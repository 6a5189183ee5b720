import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../../lib/json/value.ts";
import { InvalidLens } from "../../../../lib/lens/language/invalid-lens.ts";
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

  test.each<{ name: string; from: Values; image: unknown }>([
    { name: "the first value", from: [["a"], [{ name: "b" }]], image: [items] },
    { name: "the second value if the first is absent", from: [none, items], image: [items] },
    { name: "null and then the second", from: [null, items], image: [items] },
    { name: "an empty list and then the second", from: [[], items], image: [items] },
    { name: "an empty list alone", from: [[], none], image: [[]] },
    { name: "an empty list and null", from: [null, []], image: [[]] },
    { name: "null alone", from: [null, none], image: [null] },
    { name: "the second after one that can't be parsed", from: ["a", items], image: [items] },
    { name: "one that can't be parsed", from: ["a", none], image: "unparsable" },
    { name: "no value from absent sources", from: [none, none], image: [none] },
  ])("takes $name", ({ from, image }) => {
    expect(said(checks, "forward", from)).toEqual(image);
  });

  test.each<{ name: string; codec: JointCodec; from: JsonValue | undefined; image: unknown }>([
    { name: "to the source that backTo names", codec: checks, from: items, image: [none, items] },
    { name: "through the op of that source", codec: named, from: items, image: [["a"], none] },
    {
      name: "past a source that can't parse it",
      codec: named,
      from: [{ name: "a", x: 1 }],
      image: [none, [{ name: "a", x: 1 }]],
    },
    {
      name: "past a source that would lose something",
      codec: counted,
      from: [{ name: "a", quantity: 0 }],
      image: [none, [{ name: "a", quantity: 0 }]],
    },
    { name: "to all", codec: both, from: "90s", image: [none, "90s"] },
    { name: "to all, without what is lost", codec: seconds, from: "90.5s", image: [90, 90] },
    { name: "to those that lose nothing", codec: minutes, from: "90s", image: [90, none] },
    { name: "to all: null", codec: seconds, from: null, image: [null, null] },
    {
      name: "to all: a value that no source can parse",
      codec: seconds,
      from: "soon",
      image: "unparsable",
    },
    { name: "to the source that backTo names: empty", codec: named, from: [], image: [[], none] },
    {
      name: "to the source that backTo names: null",
      codec: checks,
      from: null,
      image: [none, null],
    },
    { name: "nowhere: absent", codec: checks, from: none, image: [none, none] },
  ])("converts back $name", ({ codec, from, image }) => {
    expect(said(codec, "backward", [from])).toEqual(image);
  });

  test("a value that no source can parse can't be parsed", () => {
    expect(said(firstCodec({ sources: [namesCodec] }), "backward", ["a"])).toBe("unparsable");
  });

  test("a value that loses something everywhere goes to the source that backTo names, and a fault of it counts", () => {
    const codec = firstCodec({ sources: [countCodec({ limit: 3 }), countCodec({ limit: 2 })] });
    expect(said(codec, "backward", [[{ name: "a", quantity: 2, x: 1 }]])).toEqual([
      ["a", "a"],
      none,
    ]);
    const run = lensRun();
    expect(codec.backward([[{ name: "a", quantity: 9 }]], run)).toBe(unparsable);
    expect(run.fault).toMatchObject({ code: "ObjectTooLarge", path: "[0].quantity" });
  });
});

describe("partitionCodec", () => {
  const [a, b, c] = [{ t: "a" }, { t: "b" }, { t: "c" }];
  const codec = partitionCodec({ test: { member: "t", in: ["a", "c"] } });

  test.each<{ name: string; list: JsonValue | undefined; image: Values; returned: unknown }>([
    { name: "mixed", list: [a, b, c], image: [[a, c], [b]], returned: [[a, c, b]] },
    { name: "all of one kind", list: [a, c], image: [[a, c], none], returned: [[a, c]] },
    { name: "all of the other kind", list: [b], image: [none, [b]], returned: [[b]] },
    { name: "empty", list: [], image: [[], none], returned: [[]] },
    {
      name: "items that are not maps",
      list: [a, 1, null],
      image: [[a], [1, null]],
      returned: [[a, 1, null]],
    },
    { name: "null", list: null, image: [null, null], returned: [null] },
  ])("a list: $name", ({ list, image, returned }) => {
    expect(said(codec, "forward", [list])).toEqual(image);
    expect(said(codec, "backward", image)).toEqual(returned);
  });

  test.each<{ name: string; lists: Values; image: unknown }>([
    { name: "items in the wrong list", lists: [[b, a], [c]], image: [[a, c, b]] },
    { name: "one empty", lists: [[a], []], image: [[a]] },
    { name: "both empty", lists: [[], []], image: [[]] },
    { name: "one null", lists: [null, [b]], image: [[b]] },
    { name: "one that is not a list", lists: [[a], "b"], image: "unparsable" },
    { name: "both absent", lists: [none, none], image: [none] },
  ])("two lists: $name", ({ lists, image }) => {
    expect(said(codec, "backward", lists)).toEqual(image);
  });

  test("a value that is not a list can't be parsed", () => {
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

  test("a test may demand absent members", () => {
    const test = { member: "y", present: false };
    const answer = partitionCodec({ test }).forward([[{ y: 1 }, { y: null }, 1]], lensRun());
    expect(answer).toEqual([[{ y: null }, 1], [{ y: 1 }]]);
  });
});

describe("splitCodec", () => {
  const codec = splitCodec({ template: "{host}:{port}" });
  const url = splitCodec({ template: "{scheme}://{host}/{path}?" });

  test.each<{ codec: JointCodec; text: JsonValue; parts: Values }>([
    { codec, text: "localhost:1234", parts: ["localhost", "1234"] },
    { codec, text: "[::1]:80", parts: ["[::1]", "80"] },
    { codec, text: ":80", parts: ["", "80"] },
    { codec, text: ":", parts: ["", ""] },
    { codec: url, text: "a://b://c/d?", parts: ["a://b", "c", "d"] },
    { codec: url, text: "http://h/a/b?", parts: ["http", "h/a", "b"] },
    { codec, text: null, parts: [null, null] },
  ])("$text and its parts", ({ codec, text, parts }) => {
    expect(said(codec, "forward", [text])).toEqual(parts);
    expect(said(codec, "backward", parts)).toEqual([text]);
  });

  test.each<{ codec: JointCodec; text: JsonValue }>([
    { codec, text: "localhost" },
    { codec, text: "" },
    { codec, text: 80 },
    { codec, text: {} },
    { codec: url, text: "a://b/c" },
    { codec: url, text: "a//b/c?" },
    { codec: splitCodec({ template: "--{a}--" }), text: "---" },
  ])("$text can't be parsed", ({ codec, text }) => {
    expect(said(codec, "forward", [text])).toBe("unparsable");
  });

  test.each<{ name: string; parts: Values; image: unknown }>([
    { name: "a host alone", parts: ["h", none], image: [none] },
    { name: "a host and a null port", parts: ["h", null], image: [none] },
    { name: "a port with a colon", parts: ["h", "1:2"], image: [none] },
    { name: "a port that is a number", parts: ["h", 80], image: [none] },
    { name: "nothing", parts: [none, none], image: [none] },
  ])("$name", ({ parts, image }) => {
    expect(said(codec, "backward", parts)).toEqual(image);
  });

  test("a malformed template throws", () => {
    expect(() => splitCodec({ template: "{a}{b}" })).toThrow(InvalidLens);
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

  test.each<{ name: string; codec: JointCodec; from: Values; image: Values; returned: unknown }>([
    {
      name: "all fields",
      codec,
      from: [1, 2],
      image: [[cpu, { name: "memory", value: 2 }]],
      returned: [1, 2],
    },
    { name: "one field", codec, from: [1, none], image: [[cpu]], returned: [1, none] },
    {
      name: "null",
      codec,
      from: [null, none],
      image: [[{ name: "cpu", value: null }]],
      returned: [null, none],
    },
    { name: "nothing", codec, from: [none, none], image: [none], returned: [none, none] },
    {
      name: "items with further members",
      codec: filled,
      from: ["a", none],
      image: [[{ key: "id", is: "a", required: true }]],
      returned: ["a", none],
    },
    {
      name: "a filled item",
      codec: filled,
      from: [none, "b"],
      image: [
        [
          { key: "id", required: true },
          { key: "tag", is: "b" },
        ],
      ],
      returned: [none, "b"],
    },
    {
      name: "items without a field come first",
      codec: entryCodec({ names: ["tag"], always: ["id"], members: { id: { required: true } } }),
      from: ["b"],
      image: [
        [
          { name: "id", required: true },
          { name: "tag", value: "b" },
        ],
      ],
      returned: ["b"],
    },
    {
      name: "no field, and so no filled item",
      codec: filled,
      from: [none, none],
      image: [none],
      returned: [none, none],
    },
  ])("fields: $name", ({ codec, from, image, returned }) => {
    expect(said(codec, "forward", from)).toEqual(image);
    expect(said(codec, "backward", image)).toEqual(returned);
  });

  test.each<{ name: string; list: JsonValue; image: unknown }>([
    {
      name: "an item with an unknown name",
      list: [cpu, { name: "disk", value: 3 }],
      image: [1, none],
    },
    {
      name: "a repeated name: the first counts",
      list: [cpu, { name: "cpu", value: 2 }],
      image: [1, none],
    },
    { name: "an item without value", list: [{ name: "cpu" }], image: [none, none] },
    { name: "a prototype's name", list: [{ name: "__proto__", value: 1 }], image: [none, none] },
    { name: "empty", list: [], image: [none, none] },
    { name: "null", list: null, image: [none, none] },
    { name: "an item without name", list: [cpu, { value: 1 }], image: "unparsable" },
    { name: "an item that is not a map", list: ["cpu"], image: "unparsable" },
    { name: "a value that is not a list", list: {}, image: "unparsable" },
  ])("a list: $name", ({ list, image }) => {
    expect(said(codec, "backward", [list])).toEqual(image);
  });
});
