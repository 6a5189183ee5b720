import { describe, expect, test } from "vitest";
import { RemarkCollector } from "../../../lib/admission/remarks.ts";

function warned(...texts: readonly string[]): readonly string[] {
  const book = new RemarkCollector();
  for (const text of texts) book.warn(text);
  return book.remarks().warnings;
}

describe("RemarkCollector.warn", () => {
  test.each<{ name: string; texts: readonly string[]; warnings: readonly string[] }>([
    { name: "in order", texts: ["b", "a"], warnings: ["b", "a"] },
    { name: "repeats once", texts: ["a", "a"], warnings: ["a"] },
    { name: "nothing", texts: [""], warnings: [] },
    { name: "256 characters whole", texts: ["x".repeat(256)], warnings: ["x".repeat(256)] },
    { name: "257 characters cut", texts: ["x".repeat(257)], warnings: ["x".repeat(256)] },
    {
      name: "characters, not UTF-16 units",
      texts: ["😀".repeat(300)],
      warnings: ["😀".repeat(256)],
    },
    {
      name: "the same after the cut once",
      texts: [`${"x".repeat(256)}a`, `${"x".repeat(256)}b`],
      warnings: ["x".repeat(256)],
    },
    {
      name: "control characters as spaces",
      texts: ["a\nb\tc\u0000d\u0085e\u007f"],
      warnings: ["a b c d e "],
    },
    { name: "a lone surrogate as its replacement", texts: ["a\ud800b"], warnings: ["a\ufffdb"] },
  ])("$name", ({ texts, warnings }) => {
    expect(warned(...texts)).toEqual(warnings);
  });

  test("keeps to 4,096 characters in all: what does not fit is left out, what is shorter still goes in", () => {
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
  ])("$name: kept $kept", ({ key, kept }) => {
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
