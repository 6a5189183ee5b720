import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { equal } from "../../lib/json/equal.ts";
import { maxDepth } from "../../lib/json/error.ts";
import { holdsEscapedKey, searchEscapedKey } from "../../lib/json/escaped-keys.ts";
import { parseExactly } from "../../lib/json/exact-parser.ts";
import { parse, parseBytes } from "../../lib/json/parse.ts";
import { newKeysScanner } from "../../lib/json/scan/keys-scanner.ts";
import { byteLength, isSurelyWithin } from "../../lib/json/size.ts";
import { stringify } from "../../lib/json/write.ts";
import { json } from "../support/arbitraries.ts";
import { tries } from "../support/tries.ts";

/** A number as it may be written, in all the ways that JSON allows. */
const numberText = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.oneof(
      fc.nat().map(String),
      fc.bigInt({ min: 0n, max: 2n ** 66n }).map(String),
      fc.constantFrom("0", "9007199254740993", "9223372036854775807", "9223372036854775808"),
    ),
    fc.oneof(fc.constant(""), fc.constantFrom(".0", ".5", ".000", ".9007199254740993")),
    fc.oneof(fc.constant(""), fc.constantFrom("e0", "E+5", "e-3", "e17", "e18", "e20", "e300")),
  )
  .map((parts) => parts.join(""));

/**
 * A number as kube-apiserver holds it, as text that distinguishes integers from floats only if their values differ: an int64
 * where the token is one, else the nearest float64, by its exact decimal value.
 */
function asServerReads(token: string): string {
  const integer = /^-?\d+$/.test(token) ? BigInt(token) : undefined;
  const isInt64 = integer !== undefined && BigInt.asIntN(64, integer) === integer;
  const float = Number(token);
  const value = isInt64 ? integer : Number.isInteger(float) ? BigInt(float) : float;
  return String(value);
}

describe("stringify after parse", () => {
  test("writes a number back as the API server read it", () => {
    fc.assert(
      fc.property(numberText, (token) => {
        const parsed = parse(`[${token}]`);
        const written = parsed.ok ? stringify(parsed.value).slice(1, -1) : token;
        expect(asServerReads(written)).toBe(asServerReads(token));
      }),
      { numRuns: tries({ test: 1_500, deep: 10_000 }) },
    );
  });

  test("gives an equal value for any value, and then the same text", () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = stringify(value);
        const parsed = parse(text);
        expect(parsed.ok && equal(parsed.value, value)).toBe(true);
        expect(parsed.ok && stringify(parsed.value)).toBe(text);
      }),
      { numRuns: tries({ test: 1_500, deep: 10_000 }) },
    );
  });
});

/** Texts that are nearly JSON. */
const nearlyJson = fc
  .tuple(
    fc.json({ maxDepth: 3 }),
    fc.nat(),
    fc.constantFrom("", "{", "]", ",", '"', "\\", "1", "e", "\u0001", "tru"),
  )
  .map(([text, at, insert]) => {
    const index = at % (text.length + 1);
    return text.slice(0, index) + insert + text.slice(index + (at % 2));
  });

function isJson(text: string): boolean {
  try {
    const numbers = JSON.stringify(JSON.parse(text), (_, value) =>
      typeof value === "number" && !Number.isFinite(value) ? "beyond float64" : value,
    );
    return !numbers.includes("beyond float64");
  } catch {
    return false;
  }
}

describe("parse", () => {
  test("accepts the texts that JSON.parse accepts, and no other, with and without tokens", () => {
    fc.assert(
      fc.property(nearlyJson, (text) => {
        expect(parse(text).ok).toBe(isJson(text));
        expect(parse(text, { tokens: true }).ok).toBe(isJson(text));
      }),
      { numRuns: tries({ test: 1_500, deep: 10_000 }) },
    );
  });

  test("gives the same value as the exact parser alone", () => {
    const numbers = fc
      .array(fc.tuple(fc.constantFrom("", " ", "\n"), numberText, fc.constantFrom("", " ")))
      .map((list) => list.map((parts) => parts.join("")));
    const text = fc.tuple(numbers, numberText, fc.constantFrom("-0", "1e400", "1E999", "-0.0"));
    fc.assert(
      fc.property(text, ([list, number, odd]) => {
        for (const each of [`[${list}]`, `{"a":${number},"b":[${odd}]}`, number, odd]) {
          const exact = parseExactly(each, { maxDepth, tokens: false });
          expect(parse(each)).toEqual(exact);
        }
      }),
      { numRuns: tries({ test: 1_500, deep: 10_000 }) },
    );
  });

  test("does not throw for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(parseBytes(bytes)).toHaveProperty("ok");
      }),
      { numRuns: tries({ test: 1_500, deep: 10_000 }) },
    );
  });
});

describe("holdsEscapedKey", () => {
  /** Every string of the text with what follows it, without any search for backslashes. */
  const keyTexts = (text: string): readonly string[] =>
    text.match(/"(?:[^"\\]|\\.)*"\s*:?/g)?.filter((it) => it.endsWith(":")) ?? [];

  const spaced = fc.tuple(json, fc.constantFrom("", " ", "\n\t"), fc.nat(140));

  test("agrees with the keys in a text: by search, by the scanner and by the cheapest way", () => {
    const scanner = newKeysScanner();
    fc.assert(
      fc.property(spaced, ([value, space, length]) => {
        const text = stringify(["x".repeat(length), value]).replaceAll('":', `"${space}:`);
        const holds = keyTexts(text).some((key) => key.includes("\\"));
        expect(searchEscapedKey(text, () => Number.POSITIVE_INFINITY)).toBe(holds);
        expect(scanner?.holdsEscapedKey(text)).toBe(holds);
        expect(scanner?.holdsEscapedKey(Buffer.from(text))).toBe(holds);
        expect(holdsEscapedKey(text)).toBe(holds);
      }),
      { numRuns: tries({ test: 1_500, deep: 10_000 }) },
    );
  });
});

describe("isSurelyWithin", () => {
  test("is not true of a value whose JSON is longer", () => {
    fc.assert(
      fc.property(json, fc.nat(2000), (value, limit) => {
        const bytes = byteLength(stringify(value));
        expect(isSurelyWithin(value, limit) && bytes > limit).toBe(false);
        expect(isSurelyWithin(value, 26 * bytes)).toBe(true);
      }),
      { numRuns: tries({ test: 1_500, deep: 10_000 }) },
    );
  });
});
