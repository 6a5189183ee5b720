import { describe, expect, test } from "vitest";
import { trimSpace } from "../../../lib/go/trim-space.ts";

/** unicode.IsSpace of Go. */
const spaces = [
  ..."\t\n\v\f\r \u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000",
  ...Array.from({ length: 11 }, (_, index) => String.fromCharCode(0x2000 + index)),
].join("");

describe("trimSpace", () => {
  test.each([
    { name: "white space of every kind, at both ends", text: `${spaces}a b${spaces}`, left: "a b" },
    { name: "all of a text of white space", text: spaces, left: "" },
    { name: "nothing of a text without white space", text: "a", left: "a" },
    { name: "nothing of the empty text", text: "", left: "" },
    {
      name: "no U+FEFF, U+200B or U+180E",
      text: "\ufeff\u200b a\u180e",
      left: "\ufeff\u200b a\u180e",
    },
  ])("removes $name", ({ text, left }) => {
    expect(trimSpace(text)).toBe(left);
  });

  test("looks at each character of a run of white space in the middle at most once", () => {
    const text = `a${" ".repeat(1_000_000)}b`;
    expect(trimSpace(text)).toBe(text);
  });
});
