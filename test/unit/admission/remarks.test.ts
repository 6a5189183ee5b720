import { describe, expect, test } from "vitest";
import { RemarkCollector } from "../../../lib/admission/remarks.ts";

function warned(...texts: readonly string[]): readonly string[] {
  const book = new RemarkCollector();
  for (const text of texts) book.warn(text);
  return book.remarks().warnings;
}

describe("RemarkCollector.warn", () => {
  test.each<{ name: string; texts: readonly string[]; warnings: readonly string[] }>([
    { name: "keeps warnings in order", texts: ["b", "a"], warnings: ["b", "a"] },
    { name: "drops repeated warnings", texts: ["a", "a"], warnings: ["a"] },
    { name: "nothing", texts: [""], warnings: [] },
    { name: "keeps 256 characters whole", texts: ["x".repeat(256)], warnings: ["x".repeat(256)] },
    { name: "cuts 257 characters", texts: ["x".repeat(257)], warnings: ["x".repeat(256)] },
    {
      name: "counts characters, not UTF-16 units",
      texts: ["😀".repeat(300)],
      warnings: ["😀".repeat(256)],
    },
    {
      name: "drops warnings that are equal after the cut",
      texts: [`${"x".repeat(256)}a`, `${"x".repeat(256)}b`],
      warnings: ["x".repeat(256)],
    },
    {
      name: "shows control characters as spaces",
      texts: ["a\nb\tc\u0000d\u0085e\u007f"],
      warnings: ["a b c d e "],
    },
    { name: "replaces a lone surrogate", texts: ["a\ud800b"], warnings: ["a\ufffdb"] },
  ])("$name", ({ texts, warnings }) => {
    expect(warned(...texts)).toEqual(warnings);
  });

  test("allows 4,096 characters in all: a longer warning is left out, and a shorter one still added", () => {
    const long = Array.from({ length: 15 }, (_, index) =>
      String.fromCharCode(97 + index).repeat(256),
    );
    const texts = [...long, "y".repeat(200), "z".repeat(100), "w".repeat(56), "v"];
    expect(warned(...texts)).toEqual([...long, "y".repeat(200), "w".repeat(56)]);
  });
});

describe("RemarkCollector.annotate", () => {
  test.each([
    { name: "a plain key", key: "checked-by", kept: true },
    { name: "63 characters", key: "k".repeat(63), kept: true },
    { name: "64 characters", key: "k".repeat(64), kept: false },
    { name: "a prefix", key: "example.com/checked", kept: false },
    { name: "an empty key", key: "", kept: false },
    { name: "a space", key: "checked by", kept: false },
    { name: "__proto__", key: "__proto__", kept: false },
  ])("$name: accepted $kept", ({ key, kept }) => {
    const book = new RemarkCollector();
    book.annotate(key, "yes\n");
    expect(Object.entries(book.remarks().auditAnnotations)).toEqual(kept ? [[key, "yes\n"]] : []);
  });

  test("the last value of a key counts", () => {
    const book = new RemarkCollector();
    book.annotate("a", "1");
    book.annotate("a", "2");
    expect(book.remarks().auditAnnotations).toEqual({ a: "2" });
  });
});
