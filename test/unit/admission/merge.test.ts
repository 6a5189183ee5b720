import { describe, expect, test } from "vitest";
import { mergeChange } from "../../../lib/admission/merge.ts";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import type { JsonObject } from "../../../lib/json/value.ts";

/** `original` went to the handler's version and back as `before`; what the handler changed came back as `after`. */
describe("mergeChange", () => {
  test.each<{
    name: string;
    original: JsonObject;
    before: JsonObject;
    after: JsonObject;
    gives: JsonObject;
  }>([
    {
      name: "no change leaves the original",
      original: { a: 1, x: 2 },
      before: { a: 1 },
      after: { a: 1 },
      gives: { a: 1, x: 2 },
    },
    {
      name: "a changed member",
      original: { a: 1, b: 1 },
      before: { a: 1, b: 1 },
      after: { a: 2, b: 1 },
      gives: { a: 2, b: 1 },
    },
    { name: "a new member", original: {}, before: {}, after: { a: 1 }, gives: { a: 1 } },
    {
      name: "a removed member",
      original: { a: 1, b: 2 },
      before: { a: 1, b: 2 },
      after: { a: 1 },
      gives: { a: 1 },
    },
    {
      name: "a value that the conversion lost stays",
      original: { a: 1, lost: 1 },
      before: { a: 1 },
      after: { a: 2 },
      gives: { a: 2, lost: 1 },
    },
    {
      name: "a value that the conversion added is left out",
      original: { a: 1 },
      before: { a: 1, noise: {} },
      after: { a: 2, noise: {} },
      gives: { a: 2 },
    },
    {
      name: "a value that the conversion spelled differently stays as it was",
      original: { a: 1, t: "600s" },
      before: { a: 1, t: "10m" },
      after: { a: 2, t: "10m" },
      gives: { a: 2, t: "600s" },
    },
    {
      name: "a differently spelled member that was changed",
      original: { t: "600s" },
      before: { t: "10m" },
      after: { t: "1m" },
      gives: { t: "1m" },
    },
    {
      name: "a value that the conversion added, and that was changed",
      original: {},
      before: { noise: 1 },
      after: { noise: 2 },
      gives: { noise: 2 },
    },
    {
      name: "a member that the conversion lost and the handler sets",
      original: { a: 1 },
      before: {},
      after: { a: 2 },
      gives: { a: 2 },
    },
    {
      name: "below a member",
      original: { s: { a: 1, lost: 1 } },
      before: { s: { a: 1 } },
      after: { s: { a: 1, b: 2 } },
      gives: { s: { a: 1, lost: 1, b: 2 } },
    },
    {
      name: "a list as a whole",
      original: { l: [1, 2] },
      before: { l: [1, 2] },
      after: { l: [1] },
      gives: { l: [1] },
    },
    {
      name: "another type",
      original: { a: { b: 1 } },
      before: { a: { b: 1 } },
      after: { a: null },
      gives: { a: null },
    },
    {
      name: "a text that became a map",
      original: { a: "x" },
      before: { a: "x" },
      after: { a: { b: 1 } },
      gives: { a: { b: 1 } },
    },
    {
      name: "a map called __proto__",
      original: JSON.parse('{"__proto__":{"a":1}}'),
      before: JSON.parse('{"__proto__":{"a":1}}'),
      after: JSON.parse('{"__proto__":{"a":2}}'),
      gives: JSON.parse('{"__proto__":{"a":2}}'),
    },
  ])("$name", ({ original, before, after, gives }) => {
    const merged = mergeChange(deepFreeze(original), deepFreeze(before), deepFreeze(after));
    expect(JSON.stringify(merged)).toBe(JSON.stringify(gives));
  });
});
