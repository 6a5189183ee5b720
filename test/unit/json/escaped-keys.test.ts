import { describe, expect, test } from "vitest";
import { holdsEscapedKey, searchEscapedKey } from "../../../lib/json/escaped-keys.ts";
import { newKeysScanner } from "../../../lib/json/scan/keys-scanner.ts";

const scanner = newKeysScanner();
const unlimited = (): number => Number.POSITIVE_INFINITY;

/** Lengths of a string in front of a text: each below two of the scanner's blocks, and those around the edge of its parts. */
const blockLengths = [...Array(130).keys()];
const partLengths = [...blockLengths, ...Array.from({ length: 150 }, (_, at) => 16_300 + at)];

interface Way {
  readonly name: string;
  readonly holds: (text: string) => boolean | undefined;
  readonly lengths: readonly number[];
}

/** All ways of telling: each must say the same, wherever in a block or a part of the text it stands. The search has no parts. */
const ways: readonly Way[] = [
  {
    name: "the search",
    holds: (text) => searchEscapedKey(text, unlimited),
    lengths: blockLengths,
  },
  {
    name: "the scanner, from text",
    holds: (text) => scanner?.holdsEscapedKey(text),
    lengths: partLengths,
  },
  {
    name: "the scanner, from bytes",
    holds: (text) => scanner?.holdsEscapedKey(Buffer.from(text)),
    lengths: partLengths,
  },
  {
    name: "the cheapest way",
    holds: (text) => holdsEscapedKey(text),
    lengths: partLengths,
  },
];

/** Of all lengths in UTF-8, and with a quote or a backslash for one of their two bytes in UTF-16. */
const chars = ["x", "é", "€", "😀", "\u0122", "\u015c", "\u2222", "\u5c5c", "\udc22"];

const rows = [
  { text: '{"a\\n":1}', holds: true },
  { text: '{"\\u0061":1}', holds: true },
  { text: '{"\\\\":1}', holds: true },
  { text: '{"a\\"":1}', holds: true },
  { text: '{"a\\\\\\"b":1}', holds: true },
  { text: '{"k:{\\"name\\":\\"a\\"}":{}}', holds: true },
  { text: '{"a":"\\n","\\t":1}', holds: true },
  { text: '{"a":"\\\\","b":["\\""],"\\t":1}', holds: true },
  { text: '{"\\n" \t\r\n :1}', holds: true },
  { text: `{"\\n"${" ".repeat(200)}:1}`, holds: true },
  { text: `{"${"a".repeat(200)}\\n${"b".repeat(200)}":1}`, holds: true },
  { text: `{"${"\\\\".repeat(70)}":1}`, holds: true },
  { text: `{"${'\\"'.repeat(70)}":1}`, holds: true },
  { text: '{"a":"\\n"}', holds: false },
  { text: '{"a":"b\\\\"}', holds: false },
  { text: '{"a":"b\\\\","c":1}', holds: false },
  { text: '{"a":"\\"","c":1}', holds: false },
  { text: '{"a":"\\":","c":1}', holds: false },
  { text: '{"a":"{\\"b\\":\\"c\\"}","d":1}', holds: false },
  { text: '{"a":"{\\"b\\":\\"{\\\\\\"c\\\\\\":1}\\"}","d":{"e":1}}', holds: false },
  { text: '["\\n","a:",{"b":"c"},"\\\\"]', holds: false },
  { text: `{"a":"\\n"${" ".repeat(200)},"b":1}`, holds: false },
  { text: `{"a":"${"\\\\".repeat(70)}","b":1}`, holds: false },
  { text: `{"a":"${'\\"'.repeat(70)}","b":1}`, holds: false },
  { text: '{"a":"b:c","d":{}}', holds: false },
  { text: "[]", holds: false },
];

describe.each(ways)("$name", ({ holds: holdsKey, lengths }) => {
  test.each(rows)("$text: $holds", ({ text, holds }) => {
    const wrong = chars.flatMap((char) =>
      lengths.filter((length) => holdsKey(`["${char.repeat(length)}",${text}]`) !== holds),
    );
    expect(wrong).toEqual([]);
  });

  test.each(['["\\', '["\\n', '["a', '["\\n"', '{"\\n":1}'])(
    "forgets the text before it: %s",
    (before) => {
      holdsKey(before);
      expect(holdsKey('{"a":"b"}')).toBe(false);
      expect(holdsKey('{"a":"\\n"}')).toBe(false);
      expect(holdsKey('{"\\n":"a"}')).toBe(true);
    },
  );
});

describe("searchEscapedKey", () => {
  test("gives up if it takes more steps than its limit", () => {
    expect(searchEscapedKey(`["${'\\"'.repeat(10)}"]`, () => 10)).toBeUndefined();
    expect(searchEscapedKey(`["${"\\\\".repeat(10)}"]`, () => 10)).toBeUndefined();
    expect(searchEscapedKey(`["a","b",["\\n"]]`, () => 10)).toBe(false);
  });
});
