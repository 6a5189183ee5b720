import { describe, expect, test, vi } from "vitest";
import { automatonOf } from "../../../lib/schema/pattern/automaton.ts";
import { compilePattern, loadRe2, preparePatterns } from "../../../lib/schema/pattern/pattern.ts";

describe("automatonOf", () => {
  test.each([
    { name: "a DNS label", source: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" },
    { name: "a quantity", source: "^([0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$" },
    { name: "branches with anchors of their own", source: "^$|^a+$" },
    { name: "counts in each other", source: "^([0-9a-f]{2}:){5}[0-9a-f]{2}$" },
    { name: "a loop in a loop", source: "^(a+)+$" },
    { name: "an optional part in a loop", source: "^(a?)*$" },
    { name: "a brace that is not a count", source: "a{,2}" },
    { name: "a dash anywhere in a class", source: "[\\d-z]" },
  ])("$name needs no RE2", ({ source }) => {
    expect(automatonOf(source)).toBeDefined();
  });

  test.each([
    { name: "a flag", source: "(?i)a" },
    { name: "a count beyond RE2's", source: "a{1001}" },
    { name: "counts in each other beyond RE2's", source: "(a{100}){11}" },
    { name: "a Unicode class", source: "\\pL" },
    { name: "a word bound", source: "\\ba" },
    { name: "a repeated repetition", source: "a**" },
    { name: "a count of nothing", source: "{2}" },
    { name: "a class that runs backwards", source: "[b-a]" },
    { name: "groups in each other without end", source: "(".repeat(5000) },
    { name: "alternatives without end", source: "a|".repeat(50_000) },
    { name: "no pattern", source: "(" },
  ])("$name is left to RE2", ({ source }) => {
    expect(automatonOf(source)).toBeUndefined();
  });

  test.each([
    { name: "finds anywhere", source: "b+", text: "aabb", found: true },
    { name: "finds what starts in a failed try", source: "aab", text: "aaab", found: true },
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

  test("keeps to linear time and bounded memory where every prefix is another state", () => {
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
    { name: "without regard to case", source: "(?i)^abc$", text: "ABC", found: true },
    { name: "a named class", source: "^[[:alpha:]]+$", text: "abc", found: true },
  ])("$name", async ({ source, text, found }) => {
    await loadRe2();
    expect(compilePattern(source).test(text)).toBe(found);
  });

  test("says why a pattern is none, in Go's words", async () => {
    await loadRe2();
    expect(compilePattern("a\\").error).toBe(
      "error parsing regexp: trailing backslash at end of expression: ``",
    );
  });

  test("takes linear time where a backtracking matcher takes exponential", async () => {
    await loadRe2();
    expect(compilePattern("^(a+)+$").test(`${"a".repeat(50_000)}!`)).toBe(false);
  });
});

describe("preparePatterns", () => {
  test("without it, a pattern that needs RE2 is a mistake of the program", async () => {
    vi.resetModules();
    const fresh = await import("../../../lib/schema/pattern/pattern.ts");
    expect(() => fresh.compilePattern("(?i)a").test("A")).toThrow(fresh.Re2NotLoadedError);
    await fresh.preparePatterns({ properties: { a: [{ pattern: "(?i)a" }] } });
    expect(fresh.compilePattern("(?i)a").test("A")).toBe(true);
  });

  test("loads nothing for plain patterns", async () => {
    await expect(preparePatterns({ pattern: "^a$" })).resolves.toBeUndefined();
  });
});
