import { describe, expect, test } from "vitest";
import { automatonOf } from "../../../lib/schema/pattern/automaton.ts";
import { compilePattern, needsRe2, Re2MissingError } from "../../../lib/schema/pattern/pattern.ts";
import { re2 } from "../../../lib/schema/pattern/re2.ts";

describe("automatonOf", () => {
  test.each([
    { name: "a DNS label", source: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" },
    { name: "a quantity", source: "^([0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$" },
    { name: "branches with anchors", source: "^$|^a+$" },
    { name: "nested counts", source: "^([0-9a-f]{2}:){5}[0-9a-f]{2}$" },
    { name: "nested loops", source: "^(a+)+$" },
    { name: "an optional part in a loop", source: "^(a?)*$" },
    { name: "a brace that is not a count", source: "a{,2}" },
    { name: "a dash anywhere in a class", source: "[\\d-z]" },
  ])("$name needs no RE2", ({ source }) => {
    expect(automatonOf(source)).toBeDefined();
  });

  test.each([
    { name: "a flag", source: "(?i)a" },
    { name: "a count beyond RE2's limit", source: "a{1001}" },
    { name: "nested counts beyond RE2's limit", source: "(a{100}){11}" },
    { name: "a Unicode class", source: "\\pL" },
    { name: "a word boundary", source: "\\ba" },
    { name: "a repeated repetition", source: "a**" },
    { name: "a count of zero", source: "{2}" },
    { name: "a class that runs backwards", source: "[b-a]" },
    { name: "groups nested too deep", source: "(".repeat(5000) },
    { name: "too many alternatives", source: "a|".repeat(50_000) },
    { name: "an invalid pattern", source: "(" },
  ])("$name is left to RE2", ({ source }) => {
    expect(automatonOf(source)).toBeUndefined();
  });

  test.each([
    { name: "matches anywhere", source: "b+", text: "aabb", found: true },
    { name: "matches what starts in a failed attempt", source: "aab", text: "aaab", found: true },
    { name: "an end in the middle", source: "a$b", text: "ab", found: false },
    { name: "a start in a branch", source: "x|^a", text: "ba", found: false },
    { name: "an empty branch", source: "^(|a)*$", text: "aa", found: true },
    { name: "a count", source: "^a{2,3}$", text: "aaaa", found: false },
    { name: "a literal beyond U+FFFF", source: "^[😀-😂]$", text: "😁", found: true },
    { name: "a code point by number", source: "^\\x41\\x{e9}$", text: "Aé", found: true },
    { name: "a bracket first in a class", source: "^[]a]+$", text: "a]", found: true },
  ])("$name", ({ source, text, found }) => {
    expect(automatonOf(source)?.test(text)).toBe(found);
  });

  test("takes linear time and bounded memory if every prefix is another state", () => {
    const text = Array.from({ length: 20_000 }, (_, index) => "ab"[((index * index) % 7) % 2]).join(
      "",
    );
    expect(automatonOf("^(a|b)*a(a|b){500}c$")?.test(text)).toBe(false);
  });
});

describe("compilePattern", () => {
  test.each([
    { name: "$ is the end of the text", source: "^a$", text: "a\n", found: false },
    { name: "a dot is a code point", source: "^.$", text: "😀", found: true },
    { name: "a lone surrogate is one character", source: "^.$", text: "\ud83d", found: true },
    { name: "white space is ASCII", source: "^\\s$", text: "\u00a0", found: false },
    { name: "a negated class holds line feeds", source: "^[^a]$", text: "\n", found: true },
    { name: "case-insensitive", source: "(?i)^abc$", text: "ABC", found: true },
    { name: "a named class", source: "^[[:alpha:]]+$", text: "abc", found: true },
  ])("$name", ({ source, text, found }) => {
    expect(compilePattern(source, re2).test(text)).toBe(found);
  });

  test("returns the reason why a pattern is invalid, in Go's words", () => {
    expect(compilePattern("a\\", re2).error).toBe(
      "error parsing regexp: trailing backslash at end of expression: ``",
    );
  });

  test("takes linear time where a backtracking matcher takes exponential", () => {
    expect(compilePattern("^(a+)+$", re2).test(`${"a".repeat(50_000)}!`)).toBe(false);
  });
});

describe("needsRe2", () => {
  test.each([
    { name: "a plain pattern", schema: { pattern: "^a$" }, needed: false },
    { name: "an empty pattern", schema: { pattern: "" }, needed: false },
    { name: "a pattern below lists", schema: { a: [{ pattern: "(?i)a" }] }, needed: true },
  ])("$name: $needed", ({ schema, needed }) => {
    expect(needsRe2(schema)).toBe(needed);
  });

  test("without RE2, a pattern that needs it throws", () => {
    expect(compilePattern("^a$", undefined).test("a")).toBe(true);
    expect(() => compilePattern("(?i)a", undefined).test("A")).toThrow(Re2MissingError);
  });
});
