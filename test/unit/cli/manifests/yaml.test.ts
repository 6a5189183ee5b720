import { describe, expect, test } from "vitest";
import { hasComment, parseManifestYaml } from "../../../../lib/cli/files/manifest-yaml.ts";
import { objectsInText } from "../../../../lib/cli/files/yaml.ts";
import type { JsonValue } from "../../../../lib/json/value.ts";

describe("parseManifestYaml", () => {
  test.each<{ name: string; text: string; gives: readonly JsonValue[] }>([
    {
      name: "kubectl's truth values",
      text: "a: no\nb: y\nc: On",
      gives: [{ a: false, b: true, c: true }],
    },
    { name: "quoted words are texts", text: "a: 'no'\nb: \"1\"", gives: [{ a: "no", b: "1" }] },
    { name: "keys are texts", text: "on: 1\n1: 2\nnull: 3", gives: [{ on: 1, 1: 2, null: 3 }] },
    {
      name: "integers of any base",
      text: "[0777, 0o17, 0x1F, 0b11, -017, +5, 1_000]",
      gives: [[511, 15, 31, 3, -15, 5, 1000]],
    },
    { name: "integers beyond 2^53", text: "9007199254740993", gives: [9_007_199_254_740_993n] },
    {
      name: "integers beyond 2^64 are floats",
      text: "18446744073709551616",
      gives: [2 ** 64],
    },
    { name: "floats", text: "[.5, 1e3, 1.5E-2, 08]", gives: [[0.5, 1000, 0.015, 8]] },
    {
      name: "dates, numbers of base 60 and default values as text",
      text: "[2024-01-01, 12:30, =]",
      gives: [["2024-01-01", "12:30", "="]],
    },
    { name: "null", text: "[~, null, Null, ]", gives: [[null, null, null]] },
    {
      name: "several documents, empty ones left out",
      text: "---\n# a\n---\nb: 1\n---\n\n---\nc: 2",
      gives: [{ b: 1 }, { c: 2 }],
    },
    {
      name: "anchors and merges",
      text: "a: &x {b: 1}\nc: *x\nd: {<<: *x, e: 2}",
      gives: [{ a: { b: 1 }, c: { b: 1 }, d: { b: 1, e: 2 } }],
    },
    {
      name: "quoted lines at any depth",
      text: "a:\n  b: 'one\n two'",
      gives: [{ a: { b: "one two" } }],
    },
  ])("$name", ({ text, gives }) => {
    expect(parseManifestYaml(text)).toEqual(gives);
  });

  test.each([
    { name: "text that is not YAML", text: "a: [1", says: "at line 1" },
    { name: "a key twice", text: "a: 1\na: 2", says: "at line 2" },
    {
      name: "a value that JSON does not have",
      text: "a: 1\nb: .inf",
      says: ".inf is not a number that JSON can represent at line 2",
    },
    {
      name: "aliases that expand to far more than the text's length",
      text: `a: &a [1]\n${"bcdefghi"
        .split("")
        .map((k, i) => `${k}: &${k} [${`*${"abcdefgh"[i]},`.repeat(9)}]`)
        .join("\n")}`,
      says: "document 1: its aliases expand too far",
    },
  ])("refuses $name", ({ text, says }) => {
    expect(() => parseManifestYaml(text)).toThrow(says);
  });
});

describe("objectsInText", () => {
  test("reads a definition and other objects as kubectl applies them", () => {
    const text = "kind: A\nenum: [on, 0777]\ndefault: no";
    expect(objectsInText(text, "crd.yaml")).toEqual([
      { kind: "A", enum: [true, 511], default: false },
    ]);
  });
});

describe("hasComment", () => {
  test.each([
    { text: "# a\nb: 1", gives: true },
    { text: "b: 1 # a", gives: true },
    { text: "b: 1#a\nc: '# a'\nd: \"# a\"", gives: false },
    { text: "b: |\n  # no comment\n", gives: false },
    { text: "b: | # a\n  c\n", gives: true },
  ])("$text", ({ text, gives }) => {
    expect(hasComment(text)).toBe(gives);
  });
});
