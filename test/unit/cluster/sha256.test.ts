import { hash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../../lib/cluster/secret/sha256.ts";

function hexOf(text: string): string {
  return sha256(text)
    .map((word) => (word >>> 0).toString(16).padStart(8, "0"))
    .join("");
}

describe("sha256", () => {
  test.each([
    {
      name: "no text",
      text: "",
      hex: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    },
    {
      name: "the standard's text of one block",
      text: "abc",
      hex: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    },
    {
      name: "the standard's text of two blocks",
      text: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      hex: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    },
  ])("$name", ({ text, hex }) => {
    expect(hexOf(text)).toBe(hex);
  });

  test("is Node's own for every text", () => {
    const texts = fc.oneof(fc.string({ maxLength: 300 }), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(texts, (text) => {
        expect(hexOf(text)).toBe(hash("sha256", text));
      }),
      { numRuns: 2_000 },
    );
  });

  test("is Node's own at every length around a block's end", () => {
    for (let length = 50; length <= 130; length++) {
      const text = "k".repeat(length);
      expect(hexOf(text)).toBe(hash("sha256", text));
    }
  });
});
