import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import type { KeySchema } from "../../../lib/lens/place/key-schema.ts";
import type { ObjectPath } from "../../../lib/lens/place/object-path.ts";
import { differenceOf } from "../../../lib/lens/stash/difference.ts";
import { entryTree, readEntries } from "../../../lib/lens/stash/entry-tree.ts";
import { restore, restoreWithPaths } from "../../../lib/lens/stash/restore.ts";

const plain: KeySchema = {
  member: (key) => (key.startsWith("keyed") ? { ...plain, keys: ["name"] } : plain),
  item: () => plain,
  keys: undefined,
  alignsExactly: false,
  selects: undefined,
  countsKeys: true,
};

const scalar = fc.constantFrom<JsonValue>(1, 2, "x", "", null, true);

const { map } = fc.letrec<{ value: JsonValue; map: JsonObject; item: JsonObject }>((tie) => ({
  value: fc.oneof(
    { withCrossShrink: true },
    scalar,
    tie("map"),
    fc.array(tie("value"), { maxLength: 4 }),
  ),
  map: fc
    .record(
      {
        a: tie("value"),
        b: tie("value"),
        keyed: fc.uniqueArray(tie("item"), { maxLength: 4, selector: ({ name }) => name }),
        "keyed too": fc.array(tie("item"), { maxLength: 4 }),
      },
      { requiredKeys: [] },
    )
    .map((members) => ({ ...members }) as JsonObject),
  item: fc
    .record(
      { name: fc.constantFrom("p", "q", "r", "s"), a: tie("value"), b: scalar },
      { requiredKeys: ["name"] },
    )
    .map((members) => ({ ...members }) as JsonObject),
}));

const items: fc.Arbitrary<readonly JsonObject[]> = fc
  .uniqueArray(
    fc.record({ name: fc.constantFrom("p", "q", "r", "s"), b: fc.constantFrom("x", 1) }),
    { selector: ({ name }) => name },
  )
  .map((list) => list.map((item) => ({ ...item })));

function treeOf(base: JsonObject, value: JsonObject) {
  return entryTree(
    readEntries(differenceOf({ retranslated: base, defaulted: base }, value, plain)),
  );
}

describe("the difference of two objects, restored", () => {
  test("is the second object, and nothing was written to the first", () => {
    fc.assert(
      fc.property(map, map, (base, value) => {
        const before = structuredClone(base);
        expect(restore({ image: base, defaulted: base }, treeOf(base, value), plain)).toEqual(
          value,
        );
        expect(base).toEqual(before);
      }),
      { numRuns: 1_000 },
    );
  });

  test("leaves a member that was changed since, where the objects did not differ", () => {
    fc.assert(
      fc.property(map, map, scalar, (base, value, changed) => {
        const edited = { ...base, own: changed };
        const restored = restore({ image: edited, defaulted: edited }, treeOf(base, value), plain);
        expect(restored).toEqual({ ...value, own: changed });
      }),
    );
  });

  test("has again the items that a rule does not convert, beside those that it does", () => {
    const selects = (item: JsonValue) => Object(item).b !== "x";
    const some: KeySchema = { ...plain, member: () => ({ ...plain, keys: ["name"], selects }) };
    fc.assert(
      fc.property(items, (list) => {
        const [base, value] = [{ list: list.filter(selects) }, { list }];
        const entries = differenceOf({ retranslated: base, defaulted: base }, value, some);
        const tree = entryTree(readEntries(entries));
        expect(restore({ image: base, defaulted: base }, tree, some)).toEqual(value);
        const taken = { list: list.map((item) => ({ ...item, b: 1 })) };
        const restored = restore({ image: taken, defaulted: taken }, tree, some);
        expect(Object(restored).list).toEqual(expect.arrayContaining([...taken.list, ...list]));
      }),
    );
  });

  test("knows where each value is", () => {
    fc.assert(
      fc.property(map, map, (base, value) => {
        const tree = treeOf(base, value);
        const { object, paths } = restoreWithPaths({ image: base, defaulted: base }, tree, plain);
        expect(object).toEqual(value);
        const found = [...paths].filter(([{ address }]) => address.part === "value");
        const entries = readEntries(
          differenceOf({ retranslated: base, defaulted: base }, value, plain),
        );
        expect(found.map(([{ text }]) => text).sort()).toEqual(
          entries
            .filter(({ address }) => address.part === "value")
            .map(({ text }) => text)
            .sort(),
        );
        for (const [{ entry, address }, path] of found) {
          expect(path).toHaveLength(address.steps.length);
          const [preserved] = entry;
          const isFilledFurther = entries.some(
            (other) =>
              other.address.steps.length > path.length &&
              JSON.stringify(other.address.steps.slice(0, path.length)) ===
                JSON.stringify(address.steps),
          );
          if (preserved !== undefined && !isFilledFurther)
            expect(valueAtPath(object, path)).toEqual(preserved);
        }
      }),
      { numRuns: 500 },
    );
  });
});

function valueAtPath(value: JsonValue, path: ObjectPath): unknown {
  return path.reduce<unknown>((at, step) => Object(at)[step], value);
}
