import { describe, expect, test } from "vitest";
import { differences } from "./differences.ts";
import { exactText } from "./exact-text.ts";
import { exactly } from "./judge.ts";

const text = (json: string): string => exactText(exactly(json));

describe("exactText", () => {
  test.each([
    { name: "2^53+1 and what float64 makes of it", a: "9007199254740993", b: "9007199254740992" },
    {
      name: "the largest int64 and its neighbour",
      a: "9223372036854775807",
      b: "9223372036854775806",
    },
    { name: "null and absent", a: '{"a":null}', b: "{}" },
    { name: "empty and absent", a: '{"a":[]}', b: "{}" },
    { name: "a map and a list", a: "{}", b: "[]" },
    { name: "a number and its text", a: "1", b: '"1"' },
    { name: "the order of a list", a: "[1,2]", b: "[2,1]" },
    { name: "the key __proto__", a: '{"__proto__":{"x":1}}', b: "{}" },
  ])("differs: $name", ({ a, b }) => {
    expect(text(a)).not.toBe(text(b));
  });

  test.each([
    { name: "the order of keys", a: '{"a":1,"b":2}', b: '{"b":2,"a":1}' },
    { name: "a number's spelling", a: "[1.0,1e3]", b: "[1,1000]" },
    { name: "an escape", a: '"\\u0061"', b: '"a"' },
  ])("is equal: $name", ({ a, b }) => {
    expect(text(a)).toBe(text(b));
  });
});

describe("differences", () => {
  test.each([
    { name: "none", got: '{"a":[1]}', want: '{"a":[1]}', says: [] },
    {
      name: "a number that float64 damaged",
      got: '{"spec":{"n":[9007199254740992]}}',
      want: '{"spec":{"n":[9007199254740993]}}',
      says: ["spec.n[0] is 9007199254740992, not 9007199254740993"],
    },
    {
      name: "invented and lost",
      got: '{"spec":{}}',
      want: '{"status":null}',
      says: ["spec is {}, not absent", "status is absent, not null"],
    },
    { name: "another length", got: "[1]", want: "[1,2]", says: [" is [1], not [1,2]"] },
  ])("$name", ({ got, want, says }) => {
    expect(differences(exactly(got), exactly(want))).toEqual(says);
  });
});
