import { describe, expect, test, vi } from "vitest";
import { nativePattern } from "../../../lib/schema/pattern/native-pattern.ts";
import { compilePattern, loadRe2, preparePatterns } from "../../../lib/schema/pattern.ts";

describe("nativePattern", () => {
  test.each([
    { name: "a DNS label", source: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", native: true },
    {
      name: "a DNS name",
      source: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
      native: true,
    },
    { name: "branches with anchors of their own", source: "^$|^a+$", native: true },
    {
      name: "nested counts below the limit",
      source: "^([0-9a-f]{2}:){5}[0-9a-f]{2}$",
      native: true,
    },
    { name: "a loop in a loop", source: "^(a+)+$", native: false },
    { name: "two loops side by side", source: "^a*a*$", native: false },
    { name: "a loop that a search starts anywhere in", source: "a*b", native: false },
    { name: "an optional part in a loop", source: "^(a?)*$", native: false },
    { name: "a flag", source: "(?i)a", native: false },
    { name: "a count beyond RE2's", source: "a{1001}", native: false },
    { name: "a Unicode class", source: "\\pL", native: false },
    { name: "no pattern", source: "(", native: false },
  ])("$name", ({ source, native }) => {
    expect(nativePattern(source) !== undefined).toBe(native);
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
    const fresh = await import("../../../lib/schema/pattern.ts");
    expect(() => fresh.compilePattern("(?i)a").test("A")).toThrow(fresh.Re2NotLoadedError);
    await fresh.preparePatterns({ properties: { a: [{ pattern: "(?i)a" }] } });
    expect(fresh.compilePattern("(?i)a").test("A")).toBe(true);
  });

  test("loads nothing for plain patterns", async () => {
    await expect(preparePatterns({ pattern: "^a$" })).resolves.toBeUndefined();
  });
});
