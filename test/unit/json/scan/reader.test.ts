import { describe, expect, test } from "vitest";
import { ScanReader } from "../../../../lib/json/scan/reader.ts";
import { scan } from "../../../../lib/json/scan/scan.ts";
import {
  type Selection,
  selectionOf,
  type WantedMember,
} from "../../../../lib/json/scan/selection.ts";
import { Splicer } from "../../../../lib/json/scan/splicer.ts";
import type { JsonValue } from "../../../../lib/json/value.ts";

const depth = 4;

function readerOf(text: string): ScanReader {
  const scanned = scan(text, depth);
  if (scanned === undefined) throw new Error(`not scanned: ${text}`);
  return new ScanReader(scanned);
}

function planOf(members: readonly WantedMember[]): Selection {
  const selection = selectionOf(members);
  if (selection === undefined) throw new Error("no selection");
  return selection;
}

/** What is selected of a map, written again behind what was not parsed. */
function selected(text: string, members: readonly WantedMember[]): unknown {
  const scanned = scan(text, depth);
  if (scanned === undefined) return "not scanned";
  const out = new Splicer(1000);
  const found = new ScanReader(scanned).select(0, planOf(members));
  if (found === undefined || found === "other") return found;
  out.value(found.map);
  const { range } = found;
  return {
    text: Buffer.from(out.bytes()).toString(),
    keys: Object.keys(found.map),
    ...(range !== undefined && { range: text.slice(range.start, range.end) }),
  };
}

describe("Reader.name", () => {
  test.each([
    "",
    "a",
    "kind",
    "x".repeat(64),
    "x".repeat(65),
    "é",
    "𝄞𝄞",
    'q"',
    "a\\u0041",
    "\u007f",
  ])("returns the string %j, also the second time", (text) => {
    const written = JSON.stringify([text, text]);
    const reader = readerOf(written);
    const half = JSON.stringify(text);
    const end = 1 + Buffer.byteLength(half);
    expect(reader.name(1, end)).toBe(text);
    expect(reader.name(end + 1, end + 1 + Buffer.byteLength(half))).toBe(text);
  });

  test("distinguishes names of the same length by first, middle and last letter", () => {
    const names = Array.from({ length: 40 }, (_, at) => {
      const letter = String.fromCharCode(0x61 + (at % 26));
      return at < 26 ? `a${letter}b${letter}cd` : `a${letter}b${letter}d${letter}d`;
    });
    const twice = [...names, ...names.toReversed(), ...names];
    const reader = readerOf(JSON.stringify(twice));
    const item = reader.cursor().enter(0);
    const read: JsonValue[] = [];
    while (item.nextItem()) read.push(reader.name(item.start, item.end));
    expect(read).toEqual(twice);
  });

  test.each([
    { text: "[1]", value: 1 },
    { text: "[-12.50]", value: -12.5 },
    { text: "[null]", value: null },
    { text: "[9007199254740993]", value: 9007199254740993n },
    { text: "[{}]", value: {} },
    { text: '["\\ud800"]', value: "\ud800" },
    {
      text: '[{"__proto__":{"a":1},"a":1,"a":2}]',
      value: JSON.parse('{"__proto__":{"a":1},"a":2}'),
    },
  ])("returns the value of $text", ({ text, value }) => {
    expect(readerOf(text).name(1, text.length - 1)).toEqual(value);
  });
});

describe("Reader.select", () => {
  const whole = [{ key: "a", action: "whole" }] as const;
  test.each<{ name: string; text: string; wanted: readonly WantedMember[]; gives: unknown }>([
    {
      name: "the selected members, and the rest verbatim",
      text: '{"x":1.0,"y":"\\u0041","a":{"b":[1,2]},"z":-0}',
      wanted: whole,
      gives: {
        text: '{"x":1.0,"y":"\\u0041","z":-0,"a":{"b":[1,2]}}',
        keys: ["a"],
      },
    },
    {
      name: "nothing of a map without selected members",
      text: '{"x":{"a":1}}',
      wanted: whole,
      gives: { text: '{"x":{"a":1}}', keys: [] },
    },
    {
      name: "not a map with a selected member twice",
      text: '{"a":1,"a":2}',
      wanted: whole,
      gives: undefined,
    },
    { name: "not a list", text: '["a",1]', wanted: whole, gives: undefined },
    {
      name: "a member of a map, and a member that is not a map as a whole",
      text: '{"m":{"x":1.0,"a":2},"n":[1],"o":{}}',
      wanted: ["m", "n", "o"].map((key) => ({ key, action: "part", members: whole })),
      gives: { text: '{"m":{"x":1.0,"a":2},"n":[1],"o":{}}', keys: ["m", "n", "o"] },
    },
    {
      name: "not a map with a member twice in a nested selection",
      text: '{"m":{"a":1,"a":1}}',
      wanted: [{ key: "m", action: "part", members: whole }],
      gives: undefined,
    },
    {
      name: "a map by its text",
      text: '{"k":"b","x":1}',
      wanted: [{ key: "k", action: "exactly", text: '"b"' }],
      gives: { text: '{"x":1}', keys: [] },
    },
    {
      name: "not a map with another text",
      text: '{"k":"bb"}',
      wanted: [{ key: "k", action: "exactly", text: '"b"' }],
      gives: "other",
    },
    {
      name: "not a map without the text",
      text: '{"x":"b"}',
      wanted: [{ key: "k", action: "exactly", text: '"b"' }],
      gives: "other",
    },
    {
      name: "a range",
      text: '{"x":[1],"p":[1.0,{}]}',
      wanted: [{ key: "p", action: "range" }],
      gives: { text: '{"x":[1]}', keys: [], range: "[1.0,{}]" },
    },
    {
      name: "__proto__ like any other",
      text: '{"__proto__":{"a":1},"x":{"__proto__":1}}',
      wanted: [{ key: "__proto__", action: "part", members: whole }],
      gives: { text: '{"x":{"__proto__":1},"__proto__":{"a":1}}', keys: ["__proto__"] },
    },
    {
      name: "keys beyond ASCII",
      text: '{"é":1,"e":2}',
      wanted: [{ key: "é", action: "whole" }],
      gives: { text: '{"e":2,"é":1}', keys: ["é"] },
    },
  ])("returns $name", ({ text, wanted, gives }) => {
    expect(selected(text, wanted)).toEqual(gives);
  });

  const maps = [
    { key: "labels", without: [] },
    { key: "annotations", without: ["g/kept", "h/kept"] },
  ];
  test.each([
    { metadata: '{"name":1,"x":[null]}', passes: true },
    { metadata: "{}", passes: true },
    { metadata: '{"labels":{},"annotations":null}', passes: true },
    { metadata: '{"labels":{"g/kept":"a"},"annotations":{"g/kep":"","kept":"e"}}', passes: true },
    { metadata: '{"annotations":{"a":"b","h/kept.v1":"x"}}', passes: false },
    { metadata: '{"annotations":{"g/kept":"x"}}', passes: false },
    { metadata: '{"labels":{"a":1}}', passes: false },
    { metadata: '{"labels":{"a":"b","c":{}}}', passes: false },
    { metadata: '{"labels":{"a":["b"]}}', passes: false },
    { metadata: '{"labels":["a"]}', passes: false },
    { metadata: '{"labels":[]}', passes: false },
    { metadata: '{"labels":"none"}', passes: false },
    { metadata: '{"labels":true}', passes: false },
    { metadata: '{"labels":{"a":"b"},"labels":5}', passes: false },
    { metadata: "null", passes: false },
    { metadata: "[]", passes: false },
    { metadata: '["labels"]', passes: false },
    { metadata: '["x"]', passes: false },
    { metadata: '["x","y"]', passes: false },
    { metadata: '{"labels":["a","b"]}', passes: false },
    { metadata: '"{}"', passes: false },
  ])("accepts metadata $metadata: $passes", ({ metadata, passes }) => {
    const found = selected(`{"m":${metadata}}`, [{ key: "m", action: "copy", maps }]);
    expect(found).toEqual(passes ? { text: "{}", keys: [], range: metadata } : undefined);
  });

  test("returns 512 pieces at most", () => {
    const keys = Array.from({ length: 31 }, (_, at) => `k${at}`);
    const members = keys.map((key) => ({ key, action: "whole" }) as const);
    const parts = Array.from({ length: 8 }, (_, at) => `p${at}`);
    const plan = planOf(parts.map((key) => ({ key, action: "part", members })));
    // Each part is entered and left, and has a run before each of its members.
    const part = `{${keys.map((key) => `"x":0,"${key}":1`).join(",")}}`;
    const text = parts.map((key) => `"${key}":${part}`).join(",");
    expect(readerOf(`{${text}}`).select(0, plan)).toMatchObject({ map: { p7: { k30: 1 } } });
    expect(readerOf(`{${text},"x":0}`).select(0, plan)).toBeUndefined();
  });
});

describe("selectionOf", () => {
  test.each<{ name: string; wanted: readonly WantedMember[] }>([
    { name: "a key of more than 255 bytes", wanted: [{ key: "é".repeat(127), action: "whole" }] },
    {
      name: "more than 8 kB",
      wanted: Array.from(
        { length: 600 },
        (_, at) => ({ key: `key${at}`, action: "whole" }) as const,
      ),
    },
  ])("is undefined for $name", ({ wanted }) => {
    expect(selectionOf(wanted)).toBeUndefined();
    expect(selectionOf([{ key: "m", action: "part", members: wanted }])).toBeUndefined();
  });

  test("accepts 64 members and more of one map, also with the same hash bit", () => {
    const wanted = Array.from(
      { length: 130 },
      (_, at) => ({ key: `k${at}`, action: "whole" }) as const,
    );
    expect(selected('{"k1":1,"k2":2}', wanted)).toMatchObject({ keys: ["k1", "k2"] });
    expect(selected('{"k1":1,"k65":2}', wanted)).toBeUndefined();
  });
});
