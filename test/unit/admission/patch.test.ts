import { describe, expect, test } from "vitest";
import { applyPatch } from "../../../lib/admission/patch/apply.ts";
import { diff, type PatchOperation } from "../../../lib/admission/patch/diff.ts";
import { pointer, pointerTokens } from "../../../lib/admission/patch/pointer.ts";
import type { JsonValue } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";

const proto: JsonValue = JSON.parse('{"__proto__":1}');

describe("diff", () => {
  test.each<{
    name: string;
    before: JsonValue;
    after: JsonValue;
    operations: readonly PatchOperation[];
  }>([
    {
      name: "equal",
      before: { a: [1, { b: null }] },
      after: { a: [1, { b: null }] },
      operations: [],
    },
    {
      name: "maps in another order",
      before: { a: 1, b: 2 },
      after: { b: 2, a: 1 },
      operations: [],
    },
    { name: "1 and 1.0", before: { a: 1 }, after: { a: 1.0 }, operations: [] },
    {
      name: "another type",
      before: 1,
      after: "1",
      operations: [{ op: "replace", path: "", value: "1" }],
    },
    {
      name: "a map and a list",
      before: {},
      after: [],
      operations: [{ op: "replace", path: "", value: [] }],
    },
    {
      name: "a new member",
      before: {},
      after: { a: null },
      operations: [{ op: "add", path: "/a", value: null }],
    },
    {
      name: "a removed member",
      before: { a: null },
      after: {},
      operations: [{ op: "remove", path: "/a" }],
    },
    {
      name: "null and empty",
      before: { a: null },
      after: { a: {} },
      operations: [{ op: "replace", path: "/a", value: {} }],
    },
    {
      name: "deep",
      before: { a: { b: { c: 1, d: 2 } } },
      after: { a: { b: { c: 3, d: 2 } } },
      operations: [{ op: "replace", path: "/a/b/c", value: 3 }],
    },
    {
      name: "equal maps of 5,000 levels",
      before: JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`),
      after: JSON.parse(`${'{"a":'.repeat(5000)}1.0${"}".repeat(5000)}`),
      operations: [],
    },
    {
      name: "a bigint and its neighbour",
      before: [9007199254740993n],
      after: [9007199254740992],
      operations: [{ op: "replace", path: "/0", value: 9007199254740992 }],
    },
    {
      name: "unusual names",
      before: {},
      after: { "a/b~c": { "": 1 } },
      operations: [{ op: "add", path: "/a~1b~0c", value: { "": 1 } }],
    },
    {
      name: "an empty name",
      before: { "": 1 },
      after: { "": 2 },
      operations: [{ op: "replace", path: "/", value: 2 }],
    },
    {
      name: "a new __proto__",
      before: {},
      after: proto,
      operations: [{ op: "add", path: "/__proto__", value: 1 }],
    },
    {
      name: "a removed __proto__",
      before: proto,
      after: {},
      operations: [{ op: "remove", path: "/__proto__" }],
    },
    {
      name: "an inherited name",
      before: {},
      after: { toString: 1 },
      operations: [{ op: "add", path: "/toString", value: 1 }],
    },
    {
      name: "an item after the end",
      before: [1],
      after: [1, 2],
      operations: [{ op: "add", path: "/1", value: 2 }],
    },
    {
      name: "an item before the first",
      before: [1],
      after: [0, 1],
      operations: [{ op: "add", path: "/0", value: 0 }],
    },
    {
      name: "items removed from the middle",
      before: [1, 2, 3, 4],
      after: [1, 4],
      operations: [
        { op: "remove", path: "/2" },
        { op: "remove", path: "/1" },
      ],
    },
    {
      name: "items in an empty list",
      before: [],
      after: [1, 2],
      operations: [
        { op: "add", path: "/0", value: 1 },
        { op: "add", path: "/1", value: 2 },
      ],
    },
    {
      name: "one item's member",
      before: [1, { a: 1 }, 3],
      after: [1, { a: 2 }, 3],
      operations: [{ op: "replace", path: "/1/a", value: 2 }],
    },
    {
      name: "repeats",
      before: ["a", "a"],
      after: ["a"],
      operations: [{ op: "remove", path: "/1" }],
    },
  ])("$name", ({ before, after, operations }) => {
    expect(stringify(diff(before, after).map((it) => ({ ...it })))).toBe(
      stringify(operations.map((it) => ({ ...it }))),
    );
  });

  test.each([
    { name: "256 changes as single operations", changes: 256, operations: 256 },
    { name: "257 changes as the whole list", changes: 257, operations: 1 },
  ])("writes $name", ({ changes, operations }) => {
    const before = Array.from({ length: 1000 }, (_, index) => index);
    const after = before.map((item) => (item < changes ? -1 - item : item));
    expect(diff({ list: before }, { list: after })).toHaveLength(operations);
  });

  test.each([
    { name: "256 changes of a map as single operations", changes: 256, nested: 256 },
    { name: "257 changes as the whole map", changes: 257, nested: 1 },
  ])("writes $name, but never the whole object", ({ changes, nested }) => {
    const before = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 0]));
    const after = Object.fromEntries(
      Object.keys(before).map((key, index) => [key, index < changes ? 1 : 0]),
    );
    expect(diff({ map: before }, { map: after })).toHaveLength(nested);
    expect(diff(before, after)).toHaveLength(changes);
  });
});

describe("diff of deeply nested values", () => {
  test("replaces a value that differs 200 levels down", () => {
    const nested = (levels: number, inner: JsonValue): JsonValue => {
      let value = inner;
      for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
      return value;
    };
    const [before, after] = [nested(5990, 1), nested(5990, 2)];
    const operations = diff(before, after);
    expect(operations).toMatchObject([{ op: "replace", path: "/a/0".repeat(100) }]);
    expect(applyPatch(before, operations)).toMatchObject({ ok: true });
    expect(diff(before, nested(5990, 1))).toEqual([]);
  });
});

describe("diff and applyPatch on 100,000 items", () => {
  const list = Array.from({ length: 100_000 }, (_, index) => ({ name: `item ${index}`, index }));
  test.each<{ name: string; after: JsonValue }>([
    { name: "one more at the head", after: [{ name: "new" }, ...list] },
    { name: "one less in the middle", after: list.toSpliced(50_000, 1) },
    {
      name: "every second changed",
      after: list.map((it) => (it.index % 2 === 0 ? it : { ...it, index: -1 })),
    },
    {
      name: "200 changed",
      after: list.map((it) => (it.index % 500 === 0 ? { ...it, index: -1 } : it)),
    },
    { name: "a reversed list", after: list.toReversed() },
    { name: "an emptied list", after: [] },
  ])("$name", ({ after }) => {
    const applied = applyPatch({ list }, diff({ list }, { list: after }));
    expect(applied).toEqual({ ok: true, value: { list: after } });
  });
});

describe("applyPatch", () => {
  const value = { a: { b: [1, 2] }, "": 0, n: null };
  test.each<{ name: string; operation: PatchOperation; gives: JsonValue }>([
    {
      name: "replaces the whole value",
      operation: { op: "replace", path: "", value: 1 },
      gives: 1,
    },
    {
      name: "replaces null",
      operation: { op: "replace", path: "/n", value: 1 },
      gives: { ...value, n: 1 },
    },
    {
      name: "removes an empty name",
      operation: { op: "remove", path: "/" },
      gives: { a: value.a, n: null },
    },
    {
      name: "adds before an item",
      operation: { op: "add", path: "/a/b/1", value: 3 },
      gives: { ...value, a: { b: [1, 3, 2] } },
    },
    {
      name: "adds behind the last item",
      operation: { op: "add", path: "/a/b/2", value: 3 },
      gives: { ...value, a: { b: [1, 2, 3] } },
    },
    {
      name: "adds at -",
      operation: { op: "add", path: "/a/b/-", value: 3 },
      gives: { ...value, a: { b: [1, 2, 3] } },
    },
    {
      name: "adds over a member",
      operation: { op: "add", path: "/a", value: 3 },
      gives: { ...value, a: 3 },
    },
  ])("$name", ({ operation, gives }) => {
    expect(applyPatch(value, [operation])).toEqual({ ok: true, value: gives });
  });

  test.each<{ name: string; operation: PatchOperation }>([
    { name: "a text that is not a pointer", operation: { op: "add", path: "a", value: 1 } },
    { name: "the whole value to remove", operation: { op: "remove", path: "" } },
    { name: "a missing member to remove", operation: { op: "remove", path: "/x" } },
    { name: "a missing member to replace", operation: { op: "replace", path: "/x", value: 1 } },
    { name: "a missing parent", operation: { op: "add", path: "/x/y", value: 1 } },
    { name: "a parent that is null", operation: { op: "add", path: "/n/y", value: 1 } },
    { name: "an inherited parent", operation: { op: "add", path: "/__proto__/y", value: 1 } },
    { name: "an inherited member", operation: { op: "remove", path: "/toString" } },
    { name: "an item beyond the end", operation: { op: "add", path: "/a/b/3", value: 1 } },
    { name: "an item that is not there", operation: { op: "remove", path: "/a/b/2" } },
    { name: "- to remove", operation: { op: "remove", path: "/a/b/-" } },
    { name: "- to replace", operation: { op: "replace", path: "/a/b/-", value: 1 } },
    { name: "a leading zero", operation: { op: "replace", path: "/a/b/01", value: 1 } },
    { name: "a negative index", operation: { op: "replace", path: "/a/b/-1", value: 1 } },
    { name: "a list's length", operation: { op: "replace", path: "/a/b/length", value: 0 } },
    { name: "below an item by name", operation: { op: "add", path: "/a/b/x/y", value: 0 } },
    { name: "below a number", operation: { op: "add", path: "/a/b/0/y", value: 0 } },
  ])("refuses $name", ({ operation }) => {
    const error = `${operation.op} ${operation.path} can't be applied to this object`;
    expect(applyPatch(value, [operation])).toEqual({ ok: false, error });
  });

  test("pollutes no prototype", () => {
    applyPatch({}, [{ op: "add", path: "/__proto__", value: { polluted: 1 } }]);
    expect("polluted" in {}).toBe(false);
  });
});

describe("pointer and stepsOf", () => {
  test.each([
    { steps: [], text: "" },
    { steps: [""], text: "/" },
    { steps: ["a", "0"], text: "/a/0" },
    { steps: ["~1", "/0", "~/"], text: "/~01/~10/~0~1" },
  ])("$text", ({ steps, text }) => {
    expect(pointer(steps)).toBe(text);
    expect(pointerTokens(text)).toEqual(steps);
  });
});
