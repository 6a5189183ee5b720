import { execFileSync } from "node:child_process";
import { buildSync } from "esbuild";
import { describe, expect, test, vi } from "vitest";
import { pathOf } from "../../../infra/build/root.ts";
import { copy, outputSpace, scan } from "../../../lib/json/scan/scan.ts";
import { tokensOf, walkTokens } from "../../support/scanned.ts";

const encoder = new TextEncoder();

/** The text behind strings of these lengths, so that it meets the edges of blocks of 64 bytes. */
function atAlignments(text: string | Uint8Array): readonly Uint8Array[] {
  const bytes = typeof text === "string" ? encoder.encode(text) : text;
  return Array.from({ length: 70 }, (_, length) =>
    Buffer.concat([encoder.encode(`["${"x".repeat(length)}",`), bytes, encoder.encode("]")]),
  );
}

function bytesOf(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => (typeof part === "string" ? encoder.encode(part) : Uint8Array.from(part))),
  );
}

describe("scan", () => {
  test.each([
    { name: "white space", text: '{"a": 1}' },
    { name: "an escape in a key", text: '{"\\u0061":1}' },
    { name: "an escape in a second key", text: '{"a":1,"b\\n":1}' },
    { name: "an exponent of 3 digits", text: "1e100" },
    { name: "a number beyond float64", text: "1e400" },
    { name: "a number of 201 digits", text: "1".repeat(201) },
    { name: "an overlong sequence", text: bytesOf('"', [0xc0, 0xaf], '"') },
    { name: "an overlong sequence of 3", text: bytesOf('"', [0xe0, 0x9f, 0xbf], '"') },
    { name: "an overlong sequence of 4", text: bytesOf('"', [0xf0, 0x8f, 0xbf, 0xbf], '"') },
    { name: "a surrogate", text: bytesOf('"', [0xed, 0xa0, 0x80], '"') },
    { name: "beyond U+10FFFF", text: bytesOf('"', [0xf4, 0x90, 0x80, 0x80], '"') },
    { name: "a lone continuation", text: bytesOf('"', [0x80], '"') },
    { name: "a cut sequence", text: bytesOf('"', [0xe2, 0x82], '"') },
    { name: "a cut sequence of 4", text: bytesOf('"', [0xf0, 0x9d, 0x84], '"') },
    { name: "a byte that UTF-8 never has", text: bytesOf('"', [0xff], '"') },
    { name: "a byte order mark", text: "\ufeff1" },
    { name: "a control character", text: '"\u0001"' },
    { name: "a line's end in a string", text: '"\n"' },
    { name: "an unknown escape", text: '"\\q"' },
    { name: "an escape cut short", text: '"\\u12"' },
    { name: "an escape without hex digits", text: '"\\u12g4"' },
    { name: "an escape outside a string", text: "\\n" },
    { name: "a leading zero", text: "01" },
    { name: "no digit behind a point", text: "1." },
    { name: "no digit before a point", text: ".5" },
    { name: "no digit in an exponent", text: "1e" },
    { name: "no digit behind an exponent's sign", text: "1e+" },
    { name: "a plus", text: "+1" },
    { name: "a minus alone", text: "-" },
    { name: "a literal cut short", text: "nul" },
    { name: "letters after a literal", text: "nulls" },
    { name: "false misspelt", text: "falsy" },
    { name: "a comma before the end", text: "[1,]" },
    { name: "a comma before the end of a map", text: '{"a":1,}' },
    { name: "a comma alone", text: "[,]" },
    { name: "a comma twice", text: "[1,,1]" },
    { name: "a comma first", text: "[,1]" },
    { name: "a key alone", text: '{"a"}' },
    { name: "a key alone behind a member", text: '{"a":1,"b"}' },
    { name: "a key alone before a member", text: '{"a","b":1}' },
    { name: "a number in a map", text: "{1}" },
    { name: "a list in a map", text: "{[1]}" },
    { name: "an empty list in a map", text: "{[]}" },
    { name: "an empty map in a map", text: '{"a":1,{}}' },
    { name: "a number as key", text: "{1:1}" },
    { name: "a key in a list", text: '["a":1]' },
    { name: "a key in a list behind a value", text: '[1,"a":1]' },
    { name: "a second colon", text: '{"a":"b":1}' },
    { name: "a colon twice", text: '{"a"::1}' },
    { name: "a colon without value", text: '{"a":}' },
    { name: "a colon behind a number", text: '{"a":1:1}' },
    { name: "a value behind a value", text: '{"a":1"b":2}' },
    { name: "a list behind a value", text: '["a"[1]]' },
    { name: "a number behind a string", text: '["a"1]' },
    { name: "a number behind a list", text: "[[]1]" },
    { name: "a bracket of the wrong kind", text: "[1}" },
    { name: "the wrong bracket of an empty map", text: "{]" },
    { name: "the wrong bracket of an empty list", text: "[}" },
    { name: "a bracket too many", text: "[1]]" },
    { name: "a bracket too few", text: "[[1]" },
    { name: "a string without end", text: '"' },
    { name: "a string that ends in an escape", text: '"\\' },
    { name: "nothing", text: "" },
    { name: "513 levels", text: `${"[".repeat(512)}1${"]".repeat(512)}` },
  ])("refuses $name", ({ text }) => {
    const accepted = atAlignments(text).filter((bytes) => scan(bytes, 520) !== undefined);
    expect(accepted.map(String)).toEqual([]);
  });

  test.each([
    { name: "an empty text", text: "" },
    { name: "white space alone", text: " \n" },
    { name: "a scalar", text: "1" },
    { name: "two values", text: "[1][1]" },
    { name: "two empty values", text: "{}{}" },
    { name: "two values and a comma", text: "{},{}" },
    { name: "a member behind the value", text: '{"a":1},"b":1' },
    { name: "a value behind the value", text: "[1],1" },
    { name: "a colon before the value", text: ":{}" },
    { name: "an opening bracket", text: "{" },
    { name: "two characters that do not belong together", text: "[1" },
    { name: "brackets of two kinds", text: "{]" },
    { name: "a byte order mark", text: "\ufeff{}" },
    { name: "leading white space", text: " {}" },
    { name: "a lone surrogate", text: '["\ud800"]' },
    { name: "two values on two lines", text: "[1]\n[1]\n" },
  ])("refuses as a complete text: $name", ({ text }) => {
    expect(scan(text, 3)).toBeUndefined();
    expect(scan(text, 0)).toBeUndefined();
  });

  test.each([
    { name: "numbers", text: "[0,1,-1,1.5,-1.5,1.25,0.5,123456789012345]", odd: false },
    { name: "a number of 16 digits", text: "[1234567890123456]", odd: true },
    { name: "a number of 2^53 + 1", text: '{"a":9007199254740993}', odd: true },
    { name: "a negative zero", text: "[-0]", odd: true },
    { name: "a negative zero with a fraction", text: "[-0.0]", odd: true },
    { name: "an exponent", text: "[1e5,1E-5,1.5e+22]", odd: true },
    { name: "many digits in a fraction", text: "[0.12345678901234567890]", odd: false },
    { name: "digits in a string", text: '["9007199254740993","-0","1e5"]', odd: false },
    { name: "literals", text: '{"a":true,"b":false,"c":null}', odd: false },
    {
      name: "escapes in a string",
      text: '["\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD800"]',
      odd: false,
    },
    { name: "an escape in a deep key", text: '{"a":[{"b":{"k:{\\"p\\":1}":{}}}]}', odd: false },
    {
      name: "other alphabets",
      text: '{"é":"€","𝄞":"\u{10ffff}\u07ff\uffff\u007f\ud7ff"}',
      odd: false,
    },
    { name: "brackets in strings", text: '{"{":"}","[":"]",",":":"}', odd: false },
    { name: "empty containers", text: '{"a":{},"b":[],"c":[{},[]],"":""}', odd: false },
    { name: "512 levels", text: `${"[".repeat(510)}1${"]".repeat(510)}`, odd: false },
  ])("accepts $name", ({ text, odd }) => {
    const scans = atAlignments(text).map((bytes) => {
      const scanned = scan(bytes, 3);
      return {
        odd: scanned?.hasUnsafeNumbers,
        listed: scanned && tokensOf(scanned),
        walked: walkTokens(bytes, 3),
      };
    });
    expect(new Set(scans.map((one) => one.odd))).toEqual(new Set([odd]));
    expect(scans.map(({ listed }) => listed)).toEqual(scans.map(({ walked }) => walked));
  });

  test("white space at the very end is left out", () => {
    const scanned = scan(`{"a":1}${" \r\n\t".repeat(40)}`, 1);
    expect(scanned?.length).toBe(7);
    expect(scanned && tokensOf(scanned)).toEqual([
      { offset: 0, closedBy: 2 },
      { offset: 4 },
      { offset: 6 },
    ]);
  });

  test.each(["{}", "[]"])("%s has no tokens", (text) => {
    expect(scan(text, 3)).toMatchObject({ length: 2, count: 0 });
  });

  test("a text with more tokens than an eighth of its buffer is refused", async () => {
    // A scanner that has read nothing yet: the room is as large as the largest text so far.
    vi.resetModules();
    const fresh = await import("../../../lib/json/scan/scan.ts");
    const many = `[${"1,".repeat(40_000)}1]`;
    expect(fresh.scan(many, 1)).toBeUndefined();
    expect(fresh.scan(many, 0)?.count).toBe(0);
  });

  test("a string beyond ASCII that fills the buffer is written completely", () => {
    const text = JSON.stringify(["€".repeat(30_000)]);
    expect(scan(text, 1)?.length).toBe(90_004);
    expect(Buffer.from(scan(text, 1)?.bytes.subarray(0, 5) ?? []).toString()).toBe('["€');
  });

  test("a text of more than 64 MiB is refused", () => {
    expect(scan(`["${"x".repeat(64 * 1024 * 1024)}"]`, 1)).toBeUndefined();
  });

  test("after a text of more than 16 MiB the memory is released", () => {
    const large = scan(`["${"x".repeat(17 * 1024 * 1024)}"]`, 1)?.bytes.length ?? 0;
    expect(large).toBeGreaterThan(17 * 1024 * 1024);
    expect(scan("[]", 1)?.bytes.length).toBeLessThan(2 * 1024 * 1024);
  });

  test("after an output of more than 64 MiB the memory is released", () => {
    scan("[]", 1);
    expect(outputSpace(64 * 1024 * 1024).bytes.length).toBeGreaterThan(64 * 1024 * 1024);
    expect(scan("[]", 1)?.bytes.length).toBeLessThan(2 * 1024 * 1024);
  });
});

describe("outputSpace and copy", () => {
  test("copy from the text to the space after it, also if the memory had to grow", () => {
    const scanned = scan('{"a":[1,2]}', 1);
    const before = scanned && tokensOf(scanned);
    const { bytes, start } = outputSpace(40 * 1024 * 1024);
    copy(start, 5, 5);
    copy(start + 5, start, 5);
    expect(bytes.length - start).toBeGreaterThanOrEqual(40 * 1024 * 1024);
    expect(Buffer.from(bytes.subarray(start, start + 10)).toString()).toBe("[1,2][1,2]");
    expect(scanned && tokensOf(scanned)).toEqual(before);
    expect(scanned?.bytes).toBe(bytes);
  });
});

describe("without WebAssembly", () => {
  test("scan refuses, and outputSpace throws with the remedy", () => {
    const { outputFiles } = buildSync({
      entryPoints: [pathOf("lib/json/scan/scan.ts")],
      bundle: true,
      globalName: "scanner",
      write: false,
    });
    const input = `
      ${outputFiles.map(({ text }) => text).join("")}
      console.log(scanner.scan("{}", 1), scanner.scan("{}", 1));
      try { scanner.outputSpace(1); } catch (error) { console.log(error.message); }
    `;
    expect(execFileSync(process.execPath, ["--jitless", "-"], { input }).toString()).toBe(
      "undefined undefined\nno text was scanned: call scan first\n",
    );
  });
});
