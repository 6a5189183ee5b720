import { describe, expect, test } from "vitest";
import { stashFor } from "../../../../lib/converter/stash/stash.ts";
import type { JsonArray } from "../../../../lib/json/value.ts";
import { isQualifiedName } from "../../../support/review-rules.ts";

const group = "stable.example.com";
const stash = stashFor(group, "v1");

function entries(of: Readonly<Record<string, JsonArray>>): ReadonlyMap<string, JsonArray> {
  return new Map(Object.entries(of));
}

describe("stashFor", () => {
  test.each<{ name: string; of: Readonly<Record<string, JsonArray>> }>([
    { name: "nothing", of: {} },
    { name: "a value", of: { "spec.host": ["h"] } },
    { name: "an absent value", of: { "spec.host": [] } },
    {
      name: "null, maps and integers of 64 bits",
      of: { a: [null], b: [{ c: [9007199254740993n] }] },
    },
    { name: "an address called __proto__", of: Object.fromEntries([["__proto__", [1]]]) },
  ])("reads back what it wrote: $name", ({ of }) => {
    const put = stash.put({ other: "x" }, entries(of));
    expect(stash.take(put)).toEqual({
      entries: entries(of),
      annotations: { other: "x" },
      unparsed: 0,
    });
  });

  test.each([
    { name: "small", size: 1, isCompressed: false },
    { name: "above 4 KiB", size: 5000, isCompressed: true },
  ])("packs all versions into one annotation: $name", ({ size, isCompressed }) => {
    const codec = {
      deflate: (text: string) => btoa(text),
      inflate: (text: string, maxBytes: number) =>
        text.length > maxBytes * 2 ? undefined : atob(text),
    };
    const [v1, v2] = ["v1", "v2"].map((version) =>
      stashFor(group, version, { packed: true, codec }),
    );
    const of = entries({ "spec.host": ["h".repeat(size)] });
    const put = v2?.put(v1?.put({ other: "x" }, of) ?? {}, entries({ a: [1] })) ?? {};
    expect(Object.keys(put)).toEqual(["other", "stable.example.com/kept"]);
    expect(put["stable.example.com/kept"]?.startsWith("z:")).toBe(isCompressed);
    expect(v1?.take(put).entries).toEqual(of);
    expect(v2?.take(v1?.take(put).annotations ?? {})).toEqual({
      entries: entries({ a: [1] }),
      annotations: { other: "x" },
      unparsed: 0,
    });
  });

  test.each(["z:AAAA", "no JSON"])(
    "never overwrites a packed text that it can't parse: %s",
    (text) => {
      const packed = stashFor(group, "v1", { packed: true });
      const before = { "stable.example.com/kept": text };
      const put = packed.put(before, entries({ "spec.host": ["h"] }));
      expect(put).toMatchObject(before);
      expect(packed.take(put)).toMatchObject({
        entries: entries({ "spec.host": ["h"] }),
        annotations: before,
      });
    },
  );

  test("writes each entry into an annotation of its own, with the same bytes each time", () => {
    const put = stash.put({}, entries({ "spec.port": [1], "spec.host": ["h"] }));
    expect(Object.entries(put)).toEqual([
      ["stable.example.com/kept.v1.0upo1il1vqzfi7", '{"spec.host":["h"]}'],
      ["stable.example.com/kept.v1.194okhw0olqxur", '{"spec.port":[1]}'],
    ]);
  });

  test("replaces existing entries, for its own version and group only", () => {
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
    { name: "text that is not JSON", text: "{" },
    { name: "text that is not a map", text: "[1]" },
    { name: "text", text: '"a"' },
    { name: "an entry that is not a list", text: '{"spec.host":"h"}' },
    { name: "an entry of two values", text: '{"spec.host":["h",1]}' },
    { name: "an entry of three values", text: '{"spec.host":["h","p","q"]}' },
    { name: "empty", text: "" },
  ])("does not change an annotation that it can't parse: $name", ({ text }) => {
    const annotations = { "stable.example.com/kept.v1.a": text, other: "x" };
    expect(stash.take(annotations)).toEqual({ entries: new Map(), annotations, unparsed: 1 });
  });

  test("removes single entries of an annotation, and does not change the bytes of others", () => {
    const text = '{ "spec.a" : [ 1.0 ],"spec.b":[2],\n"spec.c":["\\u0063"]}';
    const annotations = { "stable.example.com/kept.v1.a": text, other: "x" };
    const { entries: all } = stash.read(annotations);
    const gone = all.filter(({ address }) => address === "spec.b");
    expect(stash.remove(annotations, gone)).toEqual({
      "stable.example.com/kept.v1.a": '{"spec.a" : [ 1.0 ],"spec.c":["\\u0063"]}',
      other: "x",
    });
    expect(stash.remove(annotations, all)).toEqual({ other: "x" });
  });

  test("adds to an annotation's entries for other addresses, and replaces its own", () => {
    const before = stash.add({}, [{ address: "a", unit: "u", entry: [1], format: 1 }]);
    const [name = ""] = Object.keys(before);
    const after = stash.add({ [name]: '{"b":[1.0],"a":[1]}' }, [
      { address: "a", unit: "u", entry: [2], format: 1 },
      { address: "A", unit: "u", entry: [], format: 1 },
    ]);
    expect(after).toEqual({ [name]: '{"b":[1.0],"A":[],"a":[2]}' });
    expect(
      stash.add({ [name]: "not JSON" }, [{ address: "a", unit: "u", entry: [], format: 1 }]),
    ).toEqual({
      [name]: '{"a":[]}',
    });
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
    {
      name: "text that is not JSON",
      packed: "x",
      of: {},
      rest: { "stable.example.com/kept": "x" },
    },
    { name: "a list", packed: "[]", of: {}, rest: { "stable.example.com/kept": "[]" } },
    {
      name: "a value for its version that is not a map",
      packed: '{"v1":7}',
      of: {},
      rest: { "stable.example.com/kept": '{"v1":7}' },
    },
  ])("also reads a single packed annotation: $name", ({ packed, of, rest }) => {
    const annotations = { "stable.example.com/kept": packed };
    expect(stash.take(annotations)).toMatchObject({ entries: entries(of), annotations: rest });
  });

  describe("formats", () => {
    const value = { address: "a", unit: "u", entry: [1] } as const;

    test("are named by the annotation", () => {
      const first = Object.keys(stash.add({}, [{ ...value, format: 1 }]));
      const second = Object.keys(stash.add({}, [{ ...value, format: 2 }]));
      expect(first).toEqual([expect.stringMatching(/^stable\.example\.com\/kept\.v1\.\w{14}$/)]);
      expect(second).toEqual([expect.stringMatching(/^stable\.example\.com\/kept2\.v1\.\w{14}$/)]);
      expect(first.concat(second).every((name) => stash.isOwn(name, "u"))).toBe(true);
      const packed = stashFor(group, "v1", { packed: true }).add({}, [{ ...value, format: 2 }]);
      expect(packed).toEqual({ "stable.example.com/kept2": '{"v1":{"a":[1]}}' });
    });

    test("are all read, and a value is in one of them", () => {
      const first = stash.add({}, [{ ...value, format: 1 }]);
      const both = stash.add(first, [{ ...value, address: "b", format: 2 }]);
      expect(
        stash
          .read(both)
          .entries.map(({ address }) => address)
          .sort(),
      ).toEqual(["a", "b"]);
      const moved = stash.add(both, [{ ...value, entry: [2], format: 2 }]);
      expect(stash.read(moved).entries.map(({ entry }) => entry)).toEqual([[1], [2]]);
      expect(Object.keys(moved)).toHaveLength(1);
    });

    test.each([
      { name: "for the version", key: "stable.example.com/kept3.v1.abc", unparsed: 1 },
      { name: "packed", key: "stable.example.com/kept3", unparsed: 1 },
      { name: "of many digits", key: "stable.example.com/kept12.v1.abc", unparsed: 1 },
      { name: "for another version", key: "stable.example.com/kept3.v2.abc", unparsed: 0 },
      {
        name: "with a number that is not one",
        key: "stable.example.com/keptx.v1.abc",
        unparsed: 0,
      },
      { name: "of another group", key: "other.example.com/kept3.v1.abc", unparsed: 0 },
    ])("that are unknown are not changed: $name", ({ key, unparsed }) => {
      const annotations = { [key]: '{"a":[1]}' };
      expect(stash.take(annotations)).toEqual({ entries: new Map(), annotations, unparsed });
      expect(stash.add(annotations, [{ ...value, format: 1 }])).toMatchObject(annotations);
    });
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
    { name: "a version of 43 letters", version: "v".repeat(43) },
    { name: "a version of 42 letters", version: "v".repeat(42) },
  ])("writes names that the API server accepts: $name", ({ version }) => {
    const put = stashFor(group, version).put({}, entries({ "spec.host": ["h"] }));
    expect(Object.keys(put).filter((key) => !isQualifiedName(key))).toEqual([]);
    expect(stashFor(group, version).take(put).entries).toEqual(entries({ "spec.host": ["h"] }));
  });

  test("distinguishes two long versions that differ at their end", () => {
    const [one, two] = ["a", "b"].map((end) => stashFor(group, `${"v".repeat(62)}${end}`));
    const put = one?.put({}, entries({ "spec.host": ["h"] })) ?? {};
    expect(two?.take(put)).toEqual({ entries: new Map(), annotations: put, unparsed: 0 });
  });
});
