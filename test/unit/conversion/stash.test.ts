import { describe, expect, test } from "vitest";
import { stashFor } from "../../../lib/conversion/stash.ts";
import type { JsonArray } from "../../../lib/json/value.ts";
import { isQualifiedName } from "../../support/review-rules.ts";

const group = "stable.example.com";
const stash = stashFor(group, "v1");

function entries(of: Readonly<Record<string, JsonArray>>): ReadonlyMap<string, JsonArray> {
  return new Map(Object.entries(of));
}

describe("stashFor", () => {
  test.each<{ name: string; of: Readonly<Record<string, JsonArray>> }>([
    { name: "nothing", of: {} },
    { name: "a value", of: { "spec.host": ["h"] } },
    { name: "what was absent", of: { "spec.host": [] } },
    {
      name: "null, maps and integers of 64 bits",
      of: { a: [null], b: [{ c: [9007199254740993n] }] },
    },
    { name: "an address called __proto__", of: Object.fromEntries([["__proto__", [1]]]) },
  ])("takes what it put: $name", ({ of }) => {
    const put = stash.put({ other: "x" }, entries(of));
    expect(stash.take(put)).toEqual({ entries: entries(of), annotations: { other: "x" } });
  });

  test("keeps each entry in an annotation of its own, the same bytes each time", () => {
    const put = stash.put({}, entries({ "spec.port": [1], "spec.host": ["h"] }));
    expect(Object.entries(put)).toEqual([
      ["stable.example.com/kept.v1.1wbt8rm", '{"spec.host":["h"]}'],
      ["stable.example.com/kept.v1.1stsyff", '{"spec.port":[1]}'],
    ]);
  });

  test("puts in place of what was there, for its own version and group only", () => {
    const others = {
      "stable.example.com/kept.v1beta1.a": "{}",
      "other.example.com/kept.v1.a": "{}",
      "stable.example.com/kept.v1": "{}",
      "stable.example.com/keptv1.": "{}",
    };
    const before = { ...others, "stable.example.com/kept.v1.old": '{"spec.host":["old"]}' };
    expect(stash.put(before, entries({}))).toEqual(others);
  });

  test.each([
    { name: "no JSON", text: "{" },
    { name: "no map", text: "[1]" },
    { name: "text", text: '"a"' },
    { name: "an entry that is no list", text: '{"spec.host":"h"}' },
    { name: "an entry of two", text: '{"spec.host":["h","p"]}' },
    { name: "empty", text: "" },
  ])("takes away and passes over what is $name", ({ text }) => {
    const annotations = { "stable.example.com/kept.v1.a": text, other: "x" };
    expect(stash.take(annotations)).toEqual({ entries: new Map(), annotations: { other: "x" } });
  });

  test.each<{
    name: string;
    packed: string;
    of: Readonly<Record<string, JsonArray>>;
    rest: object;
  }>([
    { name: "its own version", packed: '{"v1":{"a":[1]}}', of: { a: [1] }, rest: {} },
    {
      name: "its own version beside another's",
      packed: '{"v1":{"a":[1]},"v2":{"a":[9007199254740993]}}',
      of: { a: [1] },
      rest: { "stable.example.com/kept": '{"v2":{"a":[9007199254740993]}}' },
    },
    {
      name: "only another version",
      packed: '{"v2":{"a":[1]}}',
      of: {},
      rest: { "stable.example.com/kept": '{"v2":{"a":[1]}}' },
    },
    { name: "no JSON", packed: "x", of: {}, rest: { "stable.example.com/kept": "x" } },
    { name: "a list", packed: "[]", of: {}, rest: { "stable.example.com/kept": "[]" } },
    { name: "no map for its version", packed: '{"v1":7}', of: {}, rest: {} },
  ])("reads one packed annotation too: $name", ({ packed, of, rest }) => {
    const annotations = { "stable.example.com/kept": packed };
    expect(stash.take(annotations)).toEqual({ entries: entries(of), annotations: rest });
  });

  test("prefers an entry of its own to a packed one", () => {
    const annotations = {
      "stable.example.com/kept": '{"v1":{"a":[1]}}',
      "stable.example.com/kept.v1.x": '{"a":[2]}',
    };
    expect(stash.take(annotations).entries).toEqual(entries({ a: [2] }));
  });

  test.each([
    { name: "a version of 63 letters", version: "v".repeat(63) },
    { name: "a version of 50 letters", version: "v".repeat(50) },
    { name: "a version of 49 letters", version: "v".repeat(49) },
  ])("writes names that the server takes: $name", ({ version }) => {
    const put = stashFor(group, version).put({}, entries({ "spec.host": ["h"] }));
    expect(Object.keys(put).filter((key) => !isQualifiedName(key))).toEqual([]);
    expect(stashFor(group, version).take(put).entries).toEqual(entries({ "spec.host": ["h"] }));
  });

  test("keeps apart two long versions that differ at their end", () => {
    const [one, two] = ["a", "b"].map((end) => stashFor(group, `${"v".repeat(62)}${end}`));
    const put = one?.put({}, entries({ "spec.host": ["h"] })) ?? {};
    expect(two?.take(put)).toEqual({ entries: new Map(), annotations: put });
  });

  test("keeps both of two addresses that share a name", () => {
    const both = entries({ [clash[0]]: [1], [clash[1]]: [2] });
    expect(stash.take(stash.put({}, both)).entries).toEqual(both);
  });
});

/** Two addresses of the same 32-bit FNV-1a hash. */
const clash = ["spec.12gax5d.eqf", "spec.78ghfh.j2j"] as const;
