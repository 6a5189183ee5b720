import { describe, expect, test } from "vitest";
import { assertDefined } from "../../../lib/json/invariant.ts";
import { groupText, splitText } from "../../../lib/json/text-parts.ts";

describe("splitText", () => {
  test.each([
    { name: "several parts", text: "a/b/c", separator: "/", parts: ["a", "b", "c"] },
    { name: "no separator", text: "a", separator: "/", parts: ["a"] },
    { name: "an empty text", text: "", separator: "/", parts: [""] },
    { name: "a separator alone", text: "/", separator: "/", parts: ["", ""] },
    { name: "a pattern", text: "1T2t3", separator: /t/i, parts: ["1", "2", "3"] },
  ])("$name", ({ text, separator, parts }) => {
    expect(splitText(text, separator)).toEqual(parts);
  });
});

describe("groupText", () => {
  const match = assertDefined(/(\d*)(?:\.(\d+))?/.exec(".") ?? undefined, "it matches every text");

  test("is empty where the group matched nothing", () => {
    expect(groupText(match, 1)).toBe("");
  });

  test("throws for a group that took no part in the match", () => {
    expect(() => groupText(match, 2)).toThrow("the group takes part in every match");
  });
});
