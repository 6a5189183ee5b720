import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { equal } from "../../lib/json/equal.ts";
import { parseNatively } from "../../lib/json/native-parser.ts";
import { parseBytes } from "../../lib/json/parse.ts";
import { scan } from "../../lib/json/scan/scan.ts";
import type { JsonValue } from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";
import { json } from "../support/arbitraries.ts";
import { tokensOf, walkTokens } from "../support/scanned.ts";
import { tries } from "../support/tries.ts";

const encoder = new TextEncoder();

/** Strings in front, so that each construct meets the edge of a block of 64 bytes. */
const padding = fc.nat({ max: 130 }).map((length) => "x".repeat(length));

const depth = fc.nat({ max: 6 });

const text: fc.Arbitrary<string> = fc
  .tuple(
    padding,
    fc.oneof(
      json,
      fc.json().map((written): JsonValue => JSON.parse(written)),
    ),
  )
  .map(([pad, value]) => stringify([pad, value]));

/** Bytes that mean something to JSON, to UTF-8 or to the scanner. */
const pieces = [
  ...['"', "\\", "{", "}", "[", "]", ":", ",", "{}", "[]", "{]", '""', '"a":', ":1", ",1", '\\"'],
  ...["0", "9", "-", "-0", "+", ".", "e", "E5", "1e400", "01", "1.", "9007199254740993", "1e22"],
  ...["true", "false", "null", "nul", "t", " ", "\n", "\u0001", "\u001f", "\u007f", "/", "\\q"],
  ...["\\u00e9", "\\u12", "\\ud800", "\\\\", "é", "€", "𝄞", "\ufeff", "x"],
].map((piece) => encoder.encode(piece));

const broken = [
  ...[[0x80], [0xbf], [0xc0, 0x80], [0xc1, 0xbf], [0xc3], [0xe0, 0x9f, 0xbf], [0xe2, 0x82]],
  ...[
    [0xed, 0xa0, 0x80],
    [0xf0, 0x8f, 0xbf, 0xbf],
    [0xf0, 0x9d, 0x84],
    [0xf4, 0x90, 0x80, 0x80],
  ],
  ...[[0xf5, 0x80, 0x80, 0x80], [0xff], [0x00]],
].map((bytes) => Uint8Array.from(bytes));

const change = fc.record({
  at: fc.nat(),
  removed: fc.nat({ max: 3 }),
  repeated: fc.nat({ max: 2 }),
  piece: fc.constantFrom(new Uint8Array(), ...pieces, ...broken),
});

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Takes bytes out, writes those before them again, puts a piece there. */
function changed(bytes: Uint8Array, { at, removed, repeated, piece }: Change): Uint8Array {
  const index = at % (bytes.length + 1);
  const before = bytes.subarray(0, index);
  const again = before.subarray(Math.max(0, index - repeated));
  return Buffer.concat([before, again, piece, bytes.subarray(index + removed)]);
}

const nearlyJson = fc
  .tuple(text, fc.array(change, { maxLength: 2 }))
  .map(([written, changes]) => changes.reduce(changed, encoder.encode(written)));

/** True where the scan refuses, or accepts what `parse` takes, as it takes it. */
function isProved(bytes: Uint8Array, listedDepth: number): boolean {
  const scanned = scan(bytes, listedDepth);
  if (scanned === undefined) return true;
  const parsed = parseBytes(bytes);
  const kept = bytes.subarray(0, scanned.length);
  expect(tokensOf(scanned)).toEqual(walkTokens(kept, listedDepth));
  expect(scanned.bytes.subarray(0, scanned.length).equals(kept)).toBe(true);
  if (!parsed.ok || scanned.hasUnsafeNumbers) return parsed.ok;
  // Undefined where a key below what is listed holds an escape, which the platform's parser may confuse.
  const native = parseNatively(Buffer.from(kept).toString());
  return native === undefined || equal(parsed.value, native);
}

const runs = { numRuns: tries({ test: 160, deep: 10_000 }) };

describe("scan", () => {
  test("accepts only texts that parse accepts, and lists what a plain traversal lists", () => {
    fc.assert(
      fc.property(nearlyJson, depth, (bytes, listedDepth) => {
        expect(isProved(bytes, listedDepth)).toBe(true);
      }),
      runs,
    );
  });

  const plainKey = fc.string({ maxLength: 8 }).filter((key) => !/["\\]/.test(key));
  const plainScalar = fc.oneof(
    fc.constantFrom<JsonValue>(null, true, false),
    fc.integer(),
    fc.string({ unit: "grapheme" }),
  );
  const plain = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      plainScalar,
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(plainKey, tie("value"), { maxKeys: 4 }),
    ),
  })).value;

  test("accepts what stringify writes of plain values, from bytes and from a string", () => {
    fc.assert(
      fc.property(padding, plain, (pad, value) => {
        const written = stringify({ pad, value });
        const fromBytes = scan(encoder.encode(written), 0);
        const fromString = scan(written, 0);
        expect(fromBytes?.count).toBe(0);
        expect(fromString?.length).toBe(encoder.encode(written).length);
      }),
      runs,
    );
  });
});
